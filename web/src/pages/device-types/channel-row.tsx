import type { Channel } from "@heliograph/contract";
import { nameIn, unitText } from "@heliograph/contract/channel-meaning";
import { memo } from "react";
import { useLocale, useMessages } from "../../i18n/messages.tsx";
import { Icon } from "../../ui/icon.tsx";
import { LimitBar } from "./limit-bar.tsx";
import type { ChannelActions } from "./use-channel-actions.ts";

interface ChannelRowProps {
  readonly channel: Channel;
  /** Its place in the type. */
  readonly index: number;
  readonly isChosen: boolean;
  /** On how many devices; nothing for who may not know. */
  readonly seenOn: string | undefined;
  readonly isEditable: boolean;
  readonly actions: ChannelActions;
}

/** Longer ones are broken: they would leave no room for the name. */
const shortUnit = 12;

/** A channel in the list of its type; drawn anew only when it changes, for there may be hundreds. */
export const ChannelRow = memo(function ChannelRow(props: ChannelRowProps) {
  const { channel, index, isChosen, seenOn, isEditable, actions } = props;
  const m = useMessages();
  const locale = useLocale();
  const title = nameIn(channel, locale) || channel.key;
  const unit = unitText(channel.unit ?? "");
  const square = "button ghost square small";
  return (
    <tr {...(isChosen && { "data-selected": true })}>
      <td>
        {channel.colour && <span className="swatch" style={{ background: channel.colour }} />}
        <button
          type="button"
          className="link"
          data-channel={index}
          aria-pressed={isChosen}
          onClick={() => actions.choose(index)}
        >
          {title}
        </button>{" "}
        {title !== channel.key && <code>{channel.key}</code>}{" "}
        {channel.pinned && <span className="badge">{m.deviceTypes.pinned}</span>}
        {channel.hidden && <span className="badge">{m.deviceTypes.hidden}</span>}
      </td>
      <td className="nowrap hide-narrow">{m.deviceTypes.kinds[channel.kind ?? "number"]}</td>
      <td className={unit.length > shortUnit ? undefined : "nowrap"}>{unit || "–"}</td>
      <td className="right hide-narrow">{channel.decimals ?? "–"}</td>
      <td className="hide-narrow">
        {channel.states?.length ? (
          <small>{m.deviceTypes.stateCount(channel.states.length)}</small>
        ) : (
          <LimitBar channel={channel} />
        )}
      </td>
      {seenOn !== undefined && <td className="right hide-narrow">{seenOn}</td>}
      <td className="right nowrap">
        {isEditable && (
          <>
            <button
              type="button"
              className={square}
              aria-label={`${m.deviceTypes.up}: ${title}`}
              onClick={() => actions.move(index, -1)}
            >
              <Icon name="up" />
            </button>
            <button
              type="button"
              className={square}
              aria-label={`${m.deviceTypes.down}: ${title}`}
              onClick={() => actions.move(index, 1)}
            >
              <Icon name="down" />
            </button>
          </>
        )}
        {isEditable && (
          <button
            type="button"
            className={square}
            aria-label={`${m.common.delete}: ${title}`}
            onClick={() => actions.remove(index)}
          >
            <Icon name="trash" />
          </button>
        )}
      </td>
    </tr>
  );
});
