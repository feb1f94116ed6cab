import { severityOf, stateOf } from "@heliograph/contract/channel-meaning";
import { channelText } from "../../../channels/channel-text.ts";
import type { ShownChannel } from "../../../channels/use-channels.ts";
import { agoText } from "../../../format/time.ts";
import { useLocale, useMessages } from "../../../i18n/messages.tsx";
import { Icon } from "../../../ui/icon.tsx";

interface ValueCellProps {
  readonly channel: ShownChannel;
  readonly sample: { readonly ts: number; readonly value: unknown } | undefined;
  readonly isStale: boolean;
  /** Where it does not stand in the head of the column. */
  readonly hasUnit: boolean;
}

/** The newest value, coloured by its limits and states, never by colour alone; an old one is grey and says how old. */
export function ValueCell({ channel, sample, isStale, hasUnit }: ValueCellProps) {
  const m = useMessages();
  const locale = useLocale();
  if (!sample) return "–";
  const severity = isStale ? "normal" : severityOf(channel, sample.value);
  const colour = stateOf(channel, sample.value)?.colour;
  const age = isStale ? agoText(sample.ts, Date.now(), locale) : undefined;
  return (
    <span className={`value-cell severity-of-${severity}${isStale ? " stale" : ""}`} title={age}>
      {severity !== "normal" && (
        <>
          <Icon name="alert" size={13} />
          <span className="off-screen">{m.deviceTypes.severities[severity]}: </span>
        </>
      )}
      {colour && <span className="swatch" style={{ background: colour }} />}
      <span className="cut">{channelText(channel, sample.value, locale)}</span>
      {hasUnit && channel.unitShown && <span className="unit">{channel.unitShown}</span>}
      {age && <span className="off-screen">({age})</span>}
    </span>
  );
}
