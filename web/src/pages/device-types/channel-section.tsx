import type { Channel, DeviceTypeRecord } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { seenChannels } from "../../api/device-types.ts";
import { countText } from "../../format/number.ts";
import { useLocale, useMessages } from "../../i18n/messages.tsx";
import { useMay } from "../../shell/current-user.ts";
import { Icon } from "../../ui/icon.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { CalculatedCard } from "./calculated-card.tsx";
import { channelFaults } from "./channel-faults.ts";
import { ChannelForm } from "./channel-form.tsx";
import { ChannelOverriders } from "./channel-overriders.tsx";
import { ChannelPreview } from "./channel-preview.tsx";
import { ChannelRow } from "./channel-row.tsx";
import { removedAt, replacedAt } from "./draft.ts";
import { SeenCard } from "./seen-card.tsx";
import { useChannelActions } from "./use-channel-actions.ts";

interface ChannelSectionProps {
  /** As it is being edited. */
  readonly type: DeviceTypeRecord;
  readonly saved: DeviceTypeRecord;
  readonly onEdit: ((part: Partial<DeviceTypeRecord>) => void) | undefined;
}

/** Nobody reads more, and a table of ten thousand rows is slow; the filter finds the others. */
const mostShown = 200;

export function ChannelSection({ type, saved, onEdit }: ChannelSectionProps) {
  const m = useMessages();
  const locale = useLocale();
  const maySee = useMay()("VIEW_TELEMETRY");
  const [filter, setFilter] = useState("");
  const [chosen, setChosen] = useState<number>();
  const { rows: table, focusOn } = useRowFocus();
  const { data: seen } = useQuery({ ...seenChannels(type.id.id), enabled: maySee });
  const seenOn = useMemo(() => seen && new Map(seen.described.map(({ key, devices }) => [key, devices])), [seen]);
  const savedChannels = useMemo(() => new Map(saved.channels.map((channel) => [channel.key, channel])), [saved]);
  const { channels } = type;
  const actions = useChannelActions(channels, onEdit, setChosen, focusOn);
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
                    {maySee && (
                      <th className="right hide-narrow" title={seen && m.deviceTypes.seenOnText(seen.devices)}>
                        {m.deviceTypes.seenOn}
                      </th>
                    )}
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
                      seenOn={maySee ? seenText(seenOn, savedChannels, channel.key, locale) : undefined}
                      isEditable={onEdit !== undefined}
                      actions={actions}
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
        <CalculatedCard typeId={type.id.id} />
        {maySee && (
          <SeenCard
            typeId={type.id.id}
            channels={channels}
            onTake={onEdit && actions.take}
            onIgnore={onEdit && actions.ignore}
          />
        )}
      </div>
      {selected && chosen !== undefined && (
        <ChannelForm
          key={chosen}
          channel={selected}
          onChange={onEdit && ((channel) => set(replacedAt(channels, chosen, channel)))}
          faults={channelFaults(selected, removedAt(channels, chosen))}
          ofType={{ typeId: type.id.id, saved: savedChannels.get(selected.key) }}
          onClose={() => {
            setChosen(undefined);
            focusOn(chosen);
          }}
        >
          <ChannelOverriders typeId={type.id.id} channelKey={selected.key} />
          <ChannelPreview typeId={type.id.id} channel={selected} />
        </ChannelForm>
      )}
    </div>
  );
}

/** A channel that is not saved yet was not looked for. */
function seenText(
  seenOn: ReadonlyMap<string, number> | undefined,
  saved: ReadonlyMap<string, Channel>,
  key: string,
  locale: string,
): string {
  return seenOn && saved.has(key) ? countText(seenOn.get(key) ?? 0, locale) : "–";
}

/** After something closed or went, the focus is where it was, or beside it. */
function useRowFocus() {
  const rows = useRef<HTMLTableElement>(null);
  const [wanted, setWanted] = useState<{ readonly index: number }>();
  useEffect(() => {
    if (wanted) rows.current?.querySelector<HTMLElement>(`[data-channel="${wanted.index}"]`)?.focus();
  }, [wanted]);
  const focusOn = useCallback((index: number) => setWanted({ index }), []);
  return { rows, focusOn };
}

function freshKey(channels: readonly Channel[]): string {
  const known = new Set(channels.map(({ key }) => key));
  let number = channels.length + 1;
  while (known.has(`channel_${number}`)) number++;
  return `channel_${number}`;
}
