import { severityOf } from "@heliograph/contract/channel-meaning";
import { channelText } from "../../../channels/channel-text.ts";
import { drawable, numberText } from "../../../format/number.ts";
import { agoText } from "../../../format/time.ts";
import { useLocale, useMessages } from "../../../i18n/messages.tsx";
import { gaugeArc, gaugeScale, limitArcs, shareOf } from "../../gauge-arc.ts";
import { latestSamples, numbersOf, whoseText } from "../../latest-samples.ts";
import { isStale } from "../../stale.ts";
import { WidgetSays } from "../nothing-to-show.tsx";
import { deviceOf, type WidgetViewProps } from "../widget-view.ts";

/** A number on half a circle, with the limits of its channel around it. */
export function GaugeView({ title, options, answer, channelOf }: WidgetViewProps<"GAUGE">) {
  const m = useMessages();
  const locale = useLocale();
  const { latest, devices } = answer("latest");
  const samples = numbersOf(latestSamples(latest));
  const [sample] = samples;
  const value = drawable(sample?.value);
  if (!sample || value === undefined)
    return <WidgetSays icon="history" title={m.dashboards.noValues} text={m.dashboards.neverValues} />;
  const device = deviceOf(devices, sample.id);
  const channel = channelOf(device, sample.key);
  const scale = gaugeScale(options, channel.range, channel.limits, value);
  const text = channelText(channel, sample.value, locale);
  const { unitShown: unit, title: name } = channel;
  const label = options.channel?.label === undefined ? "" : name;
  const whose = whoseText(devices, samples, m.dashboards.oneOf);
  const age = isStale(sample.ts, device) ? agoText(sample.ts, Date.now(), locale) : "";
  const below = [label, whose, age].filter((part) => part !== "").join(" · ");
  const said = `${title || name}: ${[`${text} ${unit}`, whose, age].filter(Boolean).join(", ")}`;
  return (
    <svg className={age ? "gauge stale" : "gauge"} viewBox="0 0 200 124" role="img" aria-label={said}>
      <path className="gauge-track" d={gaugeArc(0, 1)} />
      <path
        className={`gauge-value severity-of-${severityOf(channel, value)}`}
        d={gaugeArc(0, shareOf(scale, value))}
      />
      {limitArcs(scale, channel.limits ?? {}).map(({ severity, from, to }) => (
        <path key={`${severity}${from}`} className={`gauge-limit severity-of-${severity}`} d={gaugeArc(from, to, 94)} />
      ))}
      <text className="gauge-number" x="100" y="92">
        {text}
        <tspan className="gauge-unit"> {unit}</tspan>
      </text>
      {below !== "" && (
        <text className="gauge-end" x="100" y="110">
          {below}
        </text>
      )}
      <text className="gauge-end" x="20" y="120">
        {numberText(scale.min, locale)}
      </text>
      <text className="gauge-end" x="180" y="120">
        {numberText(scale.max, locale)}
      </text>
    </svg>
  );
}
