import type { ShownDevice, WidgetOptions } from "@heliograph/contract";
import { severityOf } from "@heliograph/contract/channel-meaning";
import { channelText } from "../../../channels/channel-text.ts";
import type { ShownChannel } from "../../../channels/use-channels.ts";
import { drawable } from "../../../format/number.ts";
import { useLocale, useMessages } from "../../../i18n/messages.tsx";
import { type GaugeScale, gaugeScale, shareOf } from "../../gauge-arc.ts";
import { staleClass } from "../../stale.ts";
import { StaleAge } from "../../stale-age.tsx";
import { WidgetSays } from "../nothing-to-show.tsx";
import { deviceOf, type WidgetViewProps } from "../widget-view.ts";

interface Bar {
  readonly device: ShownDevice | undefined;
  readonly key: string;
  readonly value: unknown;
  readonly ts: number;
  readonly number: number;
  readonly channel: ShownChannel;
}

/** Newest values side by side: a column for each channel, and one scale for all of a unit so that they can be compared. */
export function BarsView({ options, answer, channelOf }: WidgetViewProps<"BARS">) {
  const m = useMessages();
  const { latest, devices } = answer("latest");
  const bars = [...latest].flatMap(([deviceId, values]) =>
    Object.entries(values).flatMap(([key, { value, ts }]): Bar[] => {
      const number = drawable(value);
      const device = deviceOf(devices, deviceId);
      return number === undefined ? [] : [{ device, key, value, ts, number, channel: channelOf(device, key) }];
    }),
  );
  if (bars.length === 0)
    return <WidgetSays icon="history" title={m.dashboards.noValues} text={m.dashboards.neverValues} />;
  const keys = Map.groupBy(bars, ({ key }) => key);
  const isNamed = keys.size > 1 || options.channels.some(({ label }) => label);
  const scaleOf = ({ channel: { unitShown } }: Bar) =>
    scaleOfAll(
      bars.filter(({ channel }) => channel.unitShown === unitShown),
      options,
    );
  return (
    <div className="bar-groups">
      {[...keys].map(([key, [first, ...others]]) => (
        <div className="state-rows" key={key}>
          {isNamed && <h3 className="cut">{first?.channel.title}</h3>}
          <ul className="state-list">
            {first &&
              [first, ...others].map((bar) => <BarRow key={bar.device?.id.id} bar={bar} scale={scaleOf(first)} />)}
          </ul>
        </div>
      ))}
    </div>
  );
}

function scaleOfAll(bars: readonly Bar[], options: WidgetOptions<"BARS">): GaugeScale {
  const numbers = bars.map(({ number }) => number);
  const { range, limits } = bars[0]?.channel ?? {};
  const { min, max } = gaugeScale(options, range, limits, Math.max(...numbers.map(Math.abs)));
  return { min: Math.min(min, ...numbers), max: Math.max(max, ...numbers) };
}

function BarRow({ bar, scale }: { readonly bar: Bar; readonly scale: GaugeScale }) {
  const locale = useLocale();
  const { device, channel, value, ts, number } = bar;
  return (
    <li className={staleClass(ts, device)}>
      <span className="cut" title={device?.name}>
        {device?.name}
      </span>
      <span className="state-row">
        <span
          className={`bar severity-of-${severityOf(channel, number)}`}
          style={{ width: `${shareOf(scale, number) * 100}%` }}
        />
        <StaleAge {...{ ts, device }} />
      </span>
      <small>
        {channelText(channel, value, locale)} {channel.unitShown}
      </small>
    </li>
  );
}
