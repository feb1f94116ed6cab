import { parseMoment } from "@heliograph/contract/moments";
import { type ComponentType, useEffect, useRef, useState } from "react";
import { useLocale, useMessages } from "../i18n/messages.tsx";
import { Icon } from "../ui/icon.tsx";
import { Menu } from "../ui/menu.tsx";
import { LiveMark } from "./live-mark.tsx";
import type { ChoicesProps } from "./range-choices.tsx";
import { beside, narrower, type ShownTime, type TimeChoice, wider } from "./shown-time.ts";
import { isAllTime, rangeText, timeWords } from "./time-words.ts";

interface ControlProps extends Pick<ChoicesProps, "shown" | "own" | "onChange"> {
  readonly isOfList?: boolean;
}

/** One time for all that is shown: readable in words, before and after within reach, anything else in its menu. */
export function TimeRangeControl({ shown, own, isOfList = false, onChange }: ControlProps) {
  const m = useMessages();
  const isAll = isAllTime(shown.expression);
  const step = (icon: StepProps["icon"], label: string, time: () => TimeChoice) => (
    <StepButton {...{ icon, label, isAll }} onPress={() => onChange(time())} />
  );
  const back = useWayBack(shown, own);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out in a line everywhere
    <div className="time-range" role="group" aria-label={m.timeRange.time}>
      {step("left", m.timeRange.earlier, () => beside(shown, -1))}
      <Menu label={m.timeRange.time} className="button ghost time-range-words" button={<Words shown={shown} />}>
        <LoadedChoices {...{ shown, own, isOfList, onChange }} />
      </Menu>
      {step("right", m.timeRange.later, () => beside(shown, 1))}
      {!isOfList && step("zoomIn", m.timeRange.narrower, () => narrower(shown))}
      {!isOfList && step("zoomOut", m.timeRange.wider, () => wider(shown))}
      {!isOfList && back && step("undo", m.timeRange.reset, () => back)}
    </div>
  );
}

/** From what was zoomed or moved to, the time before: the last that has a name, else what counts without a choice. */
function useWayBack({ expression }: ShownTime, own: ControlProps["own"]): TimeChoice | undefined {
  const [from, to] = expression;
  const isNamed = [from, to].some((text) => parseMoment(text)?.kind !== "absolute");
  const named = useRef<TimeChoice>({});
  useEffect(() => {
    if (isNamed) named.current = { from, to };
  }, [isNamed, from, to]);
  const isOwn = own?.from === from && own.to === to;
  return isNamed || isOwn ? undefined : named.current;
}

function Words({ shown }: { readonly shown: ShownTime }) {
  const m = useMessages();
  const locale = useLocale();
  const words = timeWords(shown.expression, m.timeRange, locale);
  const range = rangeText(shown.from, shown.to, locale);
  return (
    <>
      <Icon name="history" />
      <strong>{words ?? range}</strong>
      {words !== undefined && !isAllTime(shown.expression) && <span className="soft time-range-dates">{range}</span>}
      {shown.isLive && shown.expression[1] === "now" && <LiveMark />}
      <Icon name="down" size={14} />
    </>
  );
}

let Loaded: ComponentType<ChoicesProps> | undefined;

/** They come when they are first wanted [DSH4]; without a server to fetch them from it is tried again when the menu is opened again. */
function LoadedChoices(props: ChoicesProps) {
  const [Shown, setShown] = useState(() => Loaded);
  useEffect(() => {
    let isGone = false;
    import("./range-choices.tsx").then(
      ({ RangeChoices }) => {
        Loaded = RangeChoices;
        if (!isGone) setShown(() => RangeChoices);
      },
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, []);
  return Shown && <Shown {...props} />;
}

interface StepProps {
  readonly icon: "left" | "right" | "zoomIn" | "zoomOut" | "undo";
  readonly label: string;
  /** There is nothing beside or around all. */
  readonly isAll: boolean;
  readonly onPress: () => void;
}

function StepButton({ icon, label, isAll, onPress }: StepProps) {
  return (
    <button
      type="button"
      className="button ghost square"
      aria-label={label}
      title={label}
      disabled={isAll}
      data-icon={icon}
      onClick={onPress}
    >
      <Icon name={icon} />
    </button>
  );
}
