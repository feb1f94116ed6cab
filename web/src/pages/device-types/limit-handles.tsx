import type { Channel } from "@heliograph/contract";
import { unitText } from "@heliograph/contract/channel-meaning";
import { shareOf } from "../../charts/sparkline-path.ts";
import { typedText } from "../../format/number.ts";
import { useLocale, useMessages } from "../../i18n/messages.tsx";
import { type Domain, tidy } from "./histogram.ts";
import { isAlarm, isUpper, kept, type LimitName, limitNames } from "./limit-share.ts";

export type OnLimit = (name: LimitName, value: number | undefined) => void;

interface LimitHandlesProps {
  readonly domain: Domain;
  readonly channel: Channel;
  readonly onLimit: OnLimit | undefined;
}

/** The words of the outer limits stand outside, those of the inner ones inside, where there is room. */
const isBefore = (name: LimitName, at: number): boolean => at > (isAlarm(name) === isUpper(name) ? 75 : 25);

/** The limits as lines in the drawing; each is moved with the pointer or the arrow keys, as sliders are. */
export function LimitHandles({ domain, channel, onLimit }: LimitHandlesProps) {
  const m = useMessages();
  const locale = useLocale();
  const { low, high, step } = domain;
  const limits = channel.limits ?? {};
  const unit = unitText(channel.unit ?? "");
  return limitNames.map((name) => {
    const limit = limits[name];
    if (limit === undefined) return null;
    const at = Math.max(0, Math.min(1, shareOf(limit, low, high))) * 100;
    const kind = isAlarm(name) ? "bad" : "warn";
    const text = typedText(limit, locale);
    return (
      <div key={name} className={`limit-line ${kind}`}>
        <span className={isBefore(name, at) ? "rule before" : "rule"} style={{ left: `${at}%` }} aria-hidden="true">
          <span>{`${isAlarm(name) ? m.deviceTypes.alarmShort : m.deviceTypes.warnShort} ${text}`}</span>
        </span>
        <input
          type="range"
          aria-label={m.deviceTypes.handles[name]}
          aria-valuetext={`${text} ${unit}`.trim()}
          disabled={!onLimit}
          min={low}
          max={high}
          step={step}
          value={limit}
          onChange={({ target }) => onLimit?.(name, kept(limits, name, tidy(Number(target.value))))}
        />
      </div>
    );
  });
}
