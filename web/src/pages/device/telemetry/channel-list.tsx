import type { TelemetryPoints } from "@heliograph/contract";
import { type ReactNode, useState } from "react";
import { CalculatedMark } from "../../../channels/calculated-mark.tsx";
import { ChannelValue } from "../../../channels/channel-value.tsx";
import type { Channels, ShownChannel } from "../../../channels/use-channels.ts";
import { countText, valueText } from "../../../format/number.ts";
import { useLocale, useMessages } from "../../../i18n/messages.tsx";
import { CutName } from "../../../ui/cut-name.tsx";
import { FoldedFilter } from "../../../ui/folded-filter.tsx";
import { Ago } from "../../../ui/time.tsx";
import { mostKeys } from "./telemetry-search.ts";

interface ChannelListProps {
  readonly channels: Channels;
  readonly latest: TelemetryPoints;
  readonly chosen: readonly string[];
  readonly onChange: (keys: readonly string[]) => void;
  /** Whether there is no room for another line, of whatever device. */
  readonly isFull: boolean;
  /** Whose they are, where it is not the page's device. */
  readonly title?: ReactNode;
  readonly children?: ReactNode;
}

const filterFrom = 8;
/** Nobody reads more, and a page of ten thousand boxes is slow; the filter finds the others. */
const mostShown = 500;

/** Every channel with its latest value; ticked ones are drawn. */
export function ChannelList({ channels, latest, chosen, onChange, isFull, title, children }: ChannelListProps) {
  const m = useMessages();
  const locale = useLocale();
  const [filter, setFilter] = useState("");
  const all = Object.keys(latest).sort((a, b) => channels(a).order - channels(b).order || a.localeCompare(b));
  const shown = all.filter((key) => `${key}\n${channels(key).label}`.toLowerCase().includes(filter.toLowerCase()));
  return (
    <section className="card">
      <div className="card-head">
        <h2>
          {title ?? m.telemetry.channels} <span className="badge">{all.length}</span>
        </h2>
        {children}
      </div>
      <FoldedFilter count={chosen.length} text={m.telemetry.chooseChannels} isOpenAtFirst={chosen.length === 0}>
        {all.length >= filterFrom && (
          <div className="channel-filter">
            <input
              type="search"
              aria-label={m.telemetry.filter}
              placeholder={m.telemetry.filter}
              value={filter}
              onChange={({ target }) => setFilter(target.value)}
            />
          </div>
        )}
        {isFull && (
          <p className="card-body soft" role="status">
            {m.telemetry.mostChannels(mostKeys)}
          </p>
        )}
        <div className="channels">
          {shown.slice(0, mostShown).map((key) => (
            <Channel
              key={key}
              channel={channels(key)}
              point={latest[key]?.[0]}
              isChosen={chosen.includes(key)}
              isFull={isFull}
              onToggle={(isOn) => onChange(isOn ? [...chosen, key] : chosen.filter((one) => one !== key))}
            />
          ))}
          {shown.length > mostShown && (
            <p className="card-body soft">
              {m.common.showing(countText(mostShown, locale), countText(shown.length, locale))}
            </p>
          )}
        </div>
      </FoldedFilter>
    </section>
  );
}

interface ChannelProps {
  readonly channel: ShownChannel;
  readonly point: { readonly ts: number; readonly value: unknown } | undefined;
  readonly isChosen: boolean;
  /** No more can be chosen. */
  readonly isFull: boolean;
  readonly onToggle: (isOn: boolean) => void;
}

function Channel({ channel, point, isChosen, isFull, onToggle }: ChannelProps) {
  const locale = useLocale();
  return (
    <label className="channel">
      <input
        type="checkbox"
        checked={isChosen}
        disabled={isFull && !isChosen}
        onChange={({ target }) => onToggle(target.checked)}
      />
      <span className="row tile-name">
        <CutName name={channel.label} title={channel.key} />
        {channel.isCalculated && <CalculatedMark />}
      </span>
      <span className="value cut" title={point && valueText(point.value, locale)}>
        {point && <ChannelValue channel={channel} value={point.value} />}
      </span>
      <small>{point && <Ago ms={point.ts} />}</small>
    </label>
  );
}
