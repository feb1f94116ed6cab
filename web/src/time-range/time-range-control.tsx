import { type ComponentType, useEffect, useState } from "react";
import { useLocale, useMessages } from "../i18n/messages.tsx";
import { Icon } from "../ui/icon.tsx";
import { Menu } from "../ui/menu.tsx";
import { beside, type OwnTime, type ShownTime, type TimeChoice, wider, zoneOf } from "./shown-time.ts";
import { offered, rangeText, timeWords } from "./time-words.ts";
import type { TypedRangeProps } from "./typed-range.tsx";

interface ControlProps {
  readonly shown: ShownTime;
  readonly own: OwnTime;
  readonly onChange: (time: TimeChoice) => void;
}

/** One time for all that is shown: readable in words, before and after within reach, anything else in its menu. */
export function TimeRangeControl({ shown, own, onChange }: ControlProps) {
  const m = useMessages();
  return (
    <div className="time-range">
      <StepButton icon="left" label={m.timeRange.earlier} onPress={() => onChange(beside(shown, -1))} />
      <Menu label={m.timeRange.time} className="button ghost time-range-words" button={<Words shown={shown} />}>
        <Choices {...{ shown, own, onChange }} />
      </Menu>
      <StepButton icon="right" label={m.timeRange.later} onPress={() => onChange(beside(shown, 1))} />
      <StepButton icon="zoomOut" label={m.timeRange.wider} onPress={() => onChange(wider(shown))} />
    </div>
  );
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
      {words !== undefined && <span className="soft time-range-dates">{range}</span>}
      {shown.isLive && <span className="time-range-live">{m.timeRange.live}</span>}
      <Icon name="down" size={14} />
    </>
  );
}

function Choices({ shown, own, onChange }: ControlProps) {
  const m = useMessages();
  const locale = useLocale();
  const [from, to] = shown.expression;
  return (
    <div className="time-range-choices">
      <div className="time-range-offered">
        <button type="button" data-closes onClick={() => onChange({})}>
          {m.timeRange.own}: {timeWords([own.from, own.to], m.timeRange, locale) ?? `${own.from} – ${own.to}`}
        </button>
        {offered.map(([begin, end]) => (
          <button
            key={`${begin} ${end}`}
            type="button"
            data-closes
            aria-pressed={begin === from && end === to}
            onClick={() => onChange({ from: begin, to: end })}
          >
            {timeWords([begin, end], m.timeRange, locale)}
          </button>
        ))}
        <small>{m.telemetry.zoomHint}</small>
      </div>
      <AnyRange key={`${from} ${to}`} {...{ from, to, onChange }} zone={zoneOf(own)} />
    </div>
  );
}

let Loaded: ComponentType<TypedRangeProps> | undefined;

/** Comes when it is first wanted [DSH4]. Without a server to fetch it from there are the other choices, and it is tried again when the menu is. */
function AnyRange(props: TypedRangeProps) {
  const [Shown, setShown] = useState(() => Loaded);
  useEffect(() => {
    let isGone = false;
    import("./typed-range.tsx").then(
      ({ TypedRange }) => {
        Loaded = TypedRange;
        if (!isGone) setShown(() => TypedRange);
      },
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, []);
  return Shown ? <Shown {...props} /> : <div className="time-range-space" />;
}

interface StepProps {
  readonly icon: "left" | "right" | "zoomOut";
  readonly label: string;
  readonly onPress: () => void;
}

function StepButton({ icon, label, onPress }: StepProps) {
  return (
    <button type="button" className="button ghost square" aria-label={label} title={label} onClick={onPress}>
      <Icon name={icon} />
    </button>
  );
}
