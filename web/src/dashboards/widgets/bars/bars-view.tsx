import { severityOf } from "@heliograph/contract/channel-meaning";
import { channelText } from "../../../channels/channel-text.ts";
import { drawable } from "../../../format/number.ts";
import { useLocale, useMessages } from "../../../i18n/messages.tsx";
import { gaugeScale, shareOf } from "../../gauge-arc.ts";
import { WidgetSays } from "../nothing-to-show.tsx";
import { deviceOf, type WidgetViewProps } from "../widget-view.ts";

/** Newest values side by side, on one scale so that they can be compared. */
export function BarsView({ options, answer, channelOf }: WidgetViewProps<"BARS">) {
  const m = useMessages();
  const locale = useLocale();
  const { latest, devices } = answer("latest");
  const bars = [...latest].flatMap(([deviceId, values]) =>
    Object.entries(values).flatMap(([key, { value }]) => {
      const number = drawable(value);
      const device = deviceOf(devices, deviceId);
      return number === undefined ? [] : [{ device, key, value, number, channel: channelOf(device, key) }];
    }),
  );
  const [first] = bars;
  if (!first) return <WidgetSays icon="history" title={m.dashboards.noValues} text={m.dashboards.neverValues} />;
  const numbers = bars.map(({ number }) => number);
  const largest = Math.max(...numbers.map(Math.abs));
  const { min, max } = gaugeScale(options, first.channel.range, first.channel.limits, largest);
  const scale = { min: Math.min(min, ...numbers), max: Math.max(max, ...numbers) };
  const isNamed = new Set(bars.map(({ key }) => key)).size > 1 || options.channels.some(({ label }) => label);
  return (
    <ul className="state-rows">
      {bars.map(({ device, key, value, number, channel }) => (
        <li key={`${device?.id.id} ${key}`}>
          <span className="cut">
            {device?.name} {isNamed && channel.title}
          </span>
          <span className="state-row">
            <span
              className={`bar severity-of-${severityOf(channel, number)}`}
              style={{ width: `${shareOf(scale, number) * 100}%` }}
            />
          </span>
          <small>
            {channelText(channel, value, locale)} {channel.unitShown}
          </small>
        </li>
      ))}
    </ul>
  );
}
