import type { ChannelRecord } from "@heliograph/contract";
import { useState } from "react";
import { countText, rangeText } from "../../../format/number.ts";
import { useLocale, useMessages } from "../../../i18n/messages.tsx";
import { CutName } from "../../../ui/cut-name.tsx";

interface FileChannelsProps {
  readonly channels: readonly ChannelRecord[];
  readonly chosen: readonly number[];
  readonly onChange: (chosen: readonly number[]) => void;
}

const filterFrom = 8;

/** What a file holds; ticked channels are drawn. */
export function FileChannels({ channels, chosen, onChange }: FileChannelsProps) {
  const m = useMessages();
  const [filter, setFilter] = useState("");
  const wanted = filter.toLowerCase();
  const shown = channels.filter(({ name, displayName }) => `${name} ${displayName}`.toLowerCase().includes(wanted));
  const toggle = (index: number, isOn: boolean) =>
    onChange(isOn ? [...chosen, index] : chosen.filter((one) => one !== index));
  return (
    <fieldset className="file-channels" aria-label={m.telemetry.channels}>
      {channels.length >= filterFrom && (
        <input
          type="search"
          aria-label={m.telemetry.filter}
          placeholder={m.telemetry.filter}
          value={filter}
          onChange={({ target }) => setFilter(target.value)}
        />
      )}
      {shown.map((channel) => (
        <label key={channel.index} className="channel">
          <input
            type="checkbox"
            checked={chosen.includes(channel.index)}
            onChange={({ target }) => toggle(channel.index, target.checked)}
          />
          <ChannelText channel={channel} />
        </label>
      ))}
    </fieldset>
  );
}

function ChannelText({ channel }: { readonly channel: ChannelRecord }) {
  const m = useMessages();
  const locale = useLocale();
  const { name, displayName, unit, sampleCount, min, max, datatype } = channel;
  const range = min === null || max === null ? datatype : rangeText(min, max, locale);
  return (
    <>
      <CutName name={displayName || name} title={displayName ? `${displayName}\n${name}` : name} />
      <span className="soft">{unit}</span>
      <small className="cut">
        {range} · {m.files.samples(countText(sampleCount, locale))}
      </small>
    </>
  );
}
