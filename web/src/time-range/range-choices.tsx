import { useLocale, useMessages } from "../i18n/messages.tsx";
import { type OwnTime, type ShownTime, type TimeChoice, zoneOf } from "./shown-time.ts";
import { allTime, offered, timeWords } from "./time-words.ts";
import { TypedRange } from "./typed-range.tsx";

export interface ChoicesProps {
  readonly shown: ShownTime;
  /** What somebody set for what is shown: offered as the way back to it. */
  readonly own?: OwnTime | undefined;
  /** Of a list there may be all; a chart can be zoomed. */
  readonly isOfList: boolean;
  readonly onChange: (time: TimeChoice) => void;
}

/** Everything one can choose: what has a name, days of the calendar, any two moments. */
export function RangeChoices({ shown, own, isOfList, onChange }: ChoicesProps) {
  const m = useMessages();
  const locale = useLocale();
  const [from, to] = shown.expression;
  return (
    <div className="time-range-choices">
      <div className="time-range-offered">
        {own && (
          <button type="button" data-closes data-wide onClick={() => onChange({})}>
            {m.timeRange.own}: {timeWords([own.from, own.to], m.timeRange, locale) ?? `${own.from} – ${own.to}`}
          </button>
        )}
        {[...(isOfList ? [allTime] : []), ...offered].map(([begin, end]) => (
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
        {!isOfList && <small>{m.telemetry.zoomHint}</small>}
      </div>
      <TypedRange key={`${from} ${to}`} {...{ from, to, onChange }} zone={own && zoneOf(own)} />
    </div>
  );
}
