import type { Channel } from "@heliograph/contract";
import { typedText } from "../../format/number.ts";
import { useLocale, useMessages } from "../../i18n/messages.tsx";

/** Each number stands on the side that is free of its neighbour. */
const limitMarks = [
  ["alarmBelow", "bad", "before"],
  ["warnBelow", "warn", "after"],
  ["warnAbove", "warn", "before"],
  ["alarmAbove", "bad", "after"],
] as const;

/** The expected range with its limits as a bar; the same in words for those who do not see it. */
export function LimitBar({ channel }: { readonly channel: Channel }) {
  const m = useMessages();
  const locale = useLocale();
  const { range, limits = {} } = channel;
  const given = [limits.alarmBelow, limits.warnBelow, limits.warnAbove, limits.alarmAbove];
  const words = (["alarmBelow", "warnBelow", "warnAbove", "alarmAbove"] as const).flatMap((name, index) =>
    given[index] === undefined ? [] : `${m.deviceTypes.limits[name]} ${typedText(given[index], locale)}`,
  );
  const numbers = given.filter((limit) => limit !== undefined);
  const low = range?.min ?? Math.min(...numbers);
  const high = range?.max ?? Math.max(...numbers);
  if (!(high > low)) return <small>{words.join(", ") || "–"}</small>;
  const at = (value: number) => Math.min(100, Math.max(0, ((value - low) / (high - low)) * 100));
  const stops: readonly (readonly [string, number, number])[] = [
    ["bad", 0, limits.alarmBelow === undefined ? 0 : at(limits.alarmBelow)],
    ["warn", 0, limits.warnBelow === undefined ? 0 : at(limits.warnBelow)],
    ["warn", limits.warnAbove === undefined ? 100 : at(limits.warnAbove), 100],
    ["bad", limits.alarmAbove === undefined ? 100 : at(limits.alarmAbove), 100],
  ];
  const order = [1, 0, 2, 3]; // alarms over warnings
  return (
    <div className="limit-bar-box">
      {numbers.length > 0 && (
        <div className="limit-numbers" aria-hidden="true">
          {limitMarks.map(([name, kind, side]) => {
            const limit = limits[name];
            return (
              limit !== undefined && (
                <span key={name} className={`${kind} ${side}`} style={{ left: `${at(limit)}%` }}>
                  {typedText(limit, locale)}
                </span>
              )
            );
          })}
        </div>
      )}
      <div className="limit-bar" aria-hidden="true">
        {order.map((index) => {
          const [kind, from, to] = stops[index] ?? ["warn", 0, 0];
          return <span key={index} className={kind} style={{ left: `${from}%`, width: `${to - from}%` }} />;
        })}
      </div>
      <div className="row between" aria-hidden="true">
        <small>{typedText(low, locale)}</small>
        <small>{typedText(high, locale)}</small>
      </div>
      <span className="off-screen">
        {typedText(low, locale)} … {typedText(high, locale)}. {words.join(", ")}
      </span>
    </div>
  );
}
