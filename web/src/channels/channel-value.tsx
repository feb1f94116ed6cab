import { severityOf, stateOf } from "@heliograph/contract/channel-meaning";
import { useLocale, useMessages } from "../i18n/messages.tsx";
import { Icon } from "../ui/icon.tsx";
import { channelText, cutText } from "./channel-text.ts";
import type { ShownChannel } from "./use-channels.ts";

interface ChannelValueProps {
  readonly channel: ShownChannel;
  readonly value: unknown;
}

/** A value with its unit, coloured by the limits and states of its channel; never by colour alone. */
export function ChannelValue({ channel, value }: ChannelValueProps) {
  const m = useMessages();
  const locale = useLocale();
  const severity = severityOf(channel, value);
  const colour = stateOf(channel, value)?.colour;
  const text = channelText(channel, value, locale);
  const shown = cutText(text);
  return (
    <span
      className={severity === "normal" ? undefined : `severity-${severity}`}
      title={shown === text ? undefined : text}
    >
      {severity !== "normal" && (
        <>
          <Icon name="alert" size={14} />
          <span className="off-screen">{m.deviceTypes.severities[severity]}: </span>
        </>
      )}
      {colour && <span className="swatch" style={{ background: colour }} />}
      {shown} {channel.unitShown && <span className="unit">{channel.unitShown}</span>}
    </span>
  );
}
