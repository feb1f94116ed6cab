import type { Channel, DeviceTypeRecord } from "@heliograph/contract";
import { nameIn, unitText } from "@heliograph/contract/channel-meaning";
import { useEffect, useRef, useState } from "react";
import { countText } from "../../format/number.ts";
import { useLocale, useMessages } from "../../i18n/messages.tsx";
import { useMay } from "../../shell/current-user.ts";
import { Icon } from "../../ui/icon.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { channelFaults } from "./channel-faults.ts";
import { ChannelForm } from "./channel-form.tsx";
import { moved, removedAt, replacedAt, takenOver } from "./draft.ts";
import { LimitBar } from "./limit-bar.tsx";
import { SeenCard } from "./seen-card.tsx";

interface ChannelSectionProps {
  readonly type: DeviceTypeRecord;
  readonly onEdit: ((part: Partial<DeviceTypeRecord>) => void) | undefined;
}

/** Nobody reads more, and a table of ten thousand rows is slow; the filter finds the others. */
const mostShown = 200;

export function ChannelSection({ type, onEdit }: ChannelSectionProps) {
  const m = useMessages();
  const locale = useLocale();
  const maySee = useMay()("VIEW_TELEMETRY");
  const [filter, setFilter] = useState("");
  const [chosen, setChosen] = useState<number>();
  const { rows: table, focusOn } = useRowFocus();
  const { channels } = type;
  const set = (next: Channel[]) => onEdit?.({ channels: next });
  const add = () => {
    set([...channels, { key: freshKey(channels) }]);
    setChosen(channels.length);
  };
  const rows = channels
    .map((channel, index) => ({ channel, index }))
    .filter(({ channel: { key, name } }) => `${key}\n${name ?? ""}`.toLowerCase().includes(filter.toLowerCase()));
  const selected = chosen === undefined ? undefined : channels[chosen];
  return (
    <div className={selected ? "type-editor has-panel" : "type-editor"}>
      <div className="stack">
        <section className="card">
          <div className="card-head">
            <input
              type="search"
              aria-label={m.telemetry.filter}
              placeholder={m.telemetry.filter}
              value={filter}
              onChange={({ target }) => setFilter(target.value)}
            />
            {onEdit && (
              <button type="button" className="button small" onClick={add}>
                <Icon name="plus" /> {m.deviceTypes.addChannel}
              </button>
            )}
          </div>
          {channels.length === 0 ? (
            <EmptyState icon="types" title={m.deviceTypes.noChannels} text={m.deviceTypes.noChannelsText} />
          ) : (
            <div className="table-scroll">
              <table className="table" ref={table}>
                <thead>
                  <tr>
                    <th>{m.deviceTypes.channel}</th>
                    <th className="hide-narrow">{m.deviceTypes.kind}</th>
                    <th>{m.deviceTypes.unit}</th>
                    <th className="right hide-narrow">{m.deviceTypes.decimals}</th>
                    <th className="hide-narrow">{m.deviceTypes.rangeAndLimits}</th>
                    <th className="right">{m.common.actions}</th>
                  </tr>
                </thead>
                <tbody>
                  {rows.slice(0, mostShown).map(({ channel, index }) => (
                    <ChannelRow
                      key={channel.key}
                      channel={channel}
                      index={index}
                      isChosen={index === chosen}
                      onChoose={() => setChosen(index)}
                      onMove={onEdit && ((by) => set(moved(channels, index, by)))}
                      onRemove={
                        onEdit &&
                        (() => {
                          set(removedAt(channels, index));
                          setChosen(undefined);
                          focusOn(Math.min(index, channels.length - 2));
                        })
                      }
                    />
                  ))}
                </tbody>
              </table>
            </div>
          )}
          {rows.length > mostShown && (
            <p className="card-body soft">
              {m.common.showing(countText(mostShown, locale), countText(rows.length, locale))}
            </p>
          )}
        </section>
        {maySee && (
          <SeenCard
            type={type}
            onTake={onEdit && ((seen) => set(takenOver(channels, seen)))}
            onIgnore={onEdit && (({ key, kind }) => set([...channels, { key, kind, hidden: true }]))}
          />
        )}
      </div>
      {selected && chosen !== undefined && (
        <ChannelForm
          key={chosen}
          channel={selected}
          onChange={onEdit && ((channel) => set(replacedAt(channels, chosen, channel)))}
          faults={channelFaults(selected, removedAt(channels, chosen))}
          onClose={() => {
            setChosen(undefined);
            focusOn(chosen);
          }}
        />
      )}
    </div>
  );
}

/** After something closed or went, the focus is where it was, or beside it. */
function useRowFocus() {
  const rows = useRef<HTMLTableElement>(null);
  const [wanted, setWanted] = useState<{ readonly index: number }>();
  useEffect(() => {
    if (wanted) rows.current?.querySelector<HTMLElement>(`[data-channel="${wanted.index}"]`)?.focus();
  }, [wanted]);
  return { rows, focusOn: (index: number) => setWanted({ index }) };
}

function freshKey(channels: readonly Channel[]): string {
  const known = new Set(channels.map(({ key }) => key));
  let number = channels.length + 1;
  while (known.has(`channel_${number}`)) number++;
  return `channel_${number}`;
}

interface ChannelRowProps {
  readonly channel: Channel;
  /** Its place in the type. */
  readonly index: number;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
  readonly onMove: ((by: -1 | 1) => void) | undefined;
  readonly onRemove: (() => void) | undefined;
}

function ChannelRow({ channel, index, isChosen, onChoose, onMove, onRemove }: ChannelRowProps) {
  const m = useMessages();
  const locale = useLocale();
  const title = nameIn(channel, locale) || channel.key;
  const square = "button ghost square small";
  return (
    <tr {...(isChosen && { "data-selected": true })}>
      <td>
        {channel.colour && <span className="swatch" style={{ background: channel.colour }} />}
        <button type="button" className="link" data-channel={index} aria-pressed={isChosen} onClick={onChoose}>
          {title}
        </button>{" "}
        {title !== channel.key && <code>{channel.key}</code>}{" "}
        {channel.pinned && <span className="badge">{m.deviceTypes.pinned}</span>}
      </td>
      <td className="hide-narrow">{m.deviceTypes.kinds[channel.kind ?? "number"]}</td>
      <td className="nowrap">{unitText(channel.unit ?? "") || "–"}</td>
      <td className="right hide-narrow">{channel.decimals ?? "–"}</td>
      <td className="hide-narrow">
        {channel.states?.length ? (
          <small>{m.deviceTypes.stateCount(channel.states.length)}</small>
        ) : (
          <LimitBar channel={channel} />
        )}
      </td>
      <td className="right nowrap">
        {onMove && (
          <>
            <button
              type="button"
              className={square}
              aria-label={`${m.deviceTypes.up}: ${title}`}
              onClick={() => onMove(-1)}
            >
              <Icon name="up" />
            </button>
            <button
              type="button"
              className={square}
              aria-label={`${m.deviceTypes.down}: ${title}`}
              onClick={() => onMove(1)}
            >
              <Icon name="down" />
            </button>
          </>
        )}
        {onRemove && (
          <button type="button" className={square} aria-label={`${m.common.delete}: ${title}`} onClick={onRemove}>
            <Icon name="trash" />
          </button>
        )}
      </td>
    </tr>
  );
}
