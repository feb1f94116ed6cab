import type { Channel, ChannelValues } from "@heliograph/contract";
import { severityOf, unitText } from "@heliograph/contract/channel-meaning";
import { useQuery } from "@tanstack/react-query";
import { channelValues } from "../../api/device-types.ts";
import { countText, numberText, typedText } from "../../format/number.ts";
import { useLocale, useMessages } from "../../i18n/messages.tsx";
import { useMay } from "../../shell/current-user.ts";
import { Icon } from "../../ui/icon.tsx";
import { ErrorNote } from "../../ui/states.tsx";
import { barsOf, type Domain, domainOf, ticksOf } from "./histogram.ts";
import { LimitHandles, type OnLimit } from "./limit-handles.tsx";
import type { OfType } from "./of-type.ts";
import { useSettled } from "./use-settled.ts";

interface LimitsOnValuesProps extends OfType {
  readonly channel: Channel;
  readonly onLimit: OnLimit | undefined;
}

/** What devices of the type measured in the last days, with the limits in it, to be moved there [TYP2]. */
export function LimitsOnValues({ typeId, saved, channel, onLimit }: LimitsOnValuesProps) {
  const m = useMessages();
  const maySee = useMay()("VIEW_TELEMETRY");
  const key = useSettled(channel.key);
  const { data, error, refetch } = useQuery({ ...channelValues(typeId, key), enabled: maySee && key !== "" });
  if (!maySee) return null;
  const domain = data && domainOf(saved ? [saved, channel] : [channel], data);
  return (
    <section className="limit-values" aria-label={m.deviceTypes.onValues}>
      <div className="row between">
        <h3>{m.deviceTypes.onValues}</h3>
        {data && data.samples > 0 && <small>{m.deviceTypes.onValuesOf(data.devices.length)}</small>}
      </div>
      {error && !data ? (
        <>
          <ErrorNote error={error} />
          <button type="button" className="button small" onClick={() => void refetch()}>
            <Icon name="refresh" /> {m.common.retry}
          </button>
        </>
      ) : !data ? (
        <span className="skeleton limit-values-box" role="status" aria-label={m.common.loading} />
      ) : data.samples === 0 || !domain ? (
        <p className="soft">{data.total === 0 ? m.deviceTypes.noDevicesYet : m.deviceTypes.noValuesYet}</p>
      ) : (
        <>
          <Drawing values={data} domain={domain} channel={channel} onLimit={onLimit} />
          <Sampled values={data} />
        </>
      )}
    </section>
  );
}

interface DrawingProps {
  readonly values: ChannelValues;
  readonly domain: Domain;
  readonly channel: Channel;
  readonly onLimit: OnLimit | undefined;
}

const barCount = 64;
const height = 64;

function Drawing({ values, domain, channel, onLimit }: DrawingProps) {
  const m = useMessages();
  const locale = useLocale();
  const { low, high } = domain;
  const bars = barsOf(values.groups, domain, barCount);
  const most = Math.max(...bars);
  const width = (high - low) / barCount;
  const [first, last] = [values.groups[0]?.low ?? 0, values.groups.at(-1)?.high ?? 0];
  const words = m.deviceTypes.valuesBetween(numberText(first, locale), numberText(last, locale));
  const unit = unitText(channel.unit ?? "");
  const ticks = ticksOf(domain);
  return (
    <div className="limit-values-box">
      <svg
        className="histogram"
        viewBox={`0 0 ${barCount} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${words} ${unit}`.trim()}
      >
        {bars.map((count, bar) => {
          const tall = count === 0 ? 0 : Math.max(1, (count / most) * height);
          const kind = severityOf({ ...(channel.limits && { limits: channel.limits }) }, low + (bar + 0.5) * width);
          // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place
          return <rect key={bar} className={kind} x={bar + 0.1} width={0.8} y={height - tall} height={tall} />;
        })}
      </svg>
      <LimitHandles domain={domain} channel={channel} onLimit={onLimit} />
      <div className="ticks" aria-hidden="true">
        {ticks.map((tick) => (
          <small key={tick} style={{ left: `${((tick - low) / (high - low)) * 100}%` }}>
            {typedText(tick, locale)}
          </small>
        ))}
      </div>
    </div>
  );
}

/** How it was looked at: nobody takes a part for the whole. */
function Sampled({ values }: { readonly values: ChannelValues }) {
  const m = useMessages();
  const locale = useLocale();
  const { interval, timeRead, ownLimits, complete, looked, total } = values;
  const notes = [
    m.deviceTypes.sampled(interval / 60_000),
    timeRead < 1 && m.deviceTypes.timeRead(timeRead.toLocaleString(locale, { style: "percent" })),
    ownLimits > 0 && m.deviceTypes.ownLimits(ownLimits),
    !complete &&
      (looked < total
        ? m.deviceTypes.lookedAt(countText(looked, locale), countText(total, locale))
        : m.deviceTypes.notAllLooked),
  ];
  return <small>{notes.filter(Boolean).join(" ")}</small>;
}
