import { severityOf } from "@heliograph/contract/channel-meaning";
import { useMemo } from "react";
import { channelText, shownText } from "../../../channels/channel-text.ts";
import { Sparkline } from "../../../charts/sparkline.tsx";
import { durationText } from "../../../format/duration.ts";
import { drawable } from "../../../format/number.ts";
import { useLocale, useMessages } from "../../../i18n/messages.tsx";
import { Ago } from "../../../ui/time.tsx";
import { combined, combinedHistory, valueBefore } from "../../combined.ts";
import { latestSamples, whoseText } from "../../latest-samples.ts";
import { staleClass } from "../../stale.ts";
import { WidgetSays } from "../nothing-to-show.tsx";
import { deviceOf, type WidgetViewProps } from "../widget-view.ts";

/** A big number, what became of it, and the shape of its history. */
export function ValueView({ options, answer, channelOf, to }: WidgetViewProps<"VALUE">) {
  const m = useMessages();
  const locale = useLocale();
  const { latest, devices } = answer("latest");
  const { series } = answer("history");
  const { combine } = options;
  const history = useMemo(
    () =>
      combinedHistory(
        series.filter(({ times }) => times.length > 0),
        combine,
      ),
    [series, combine],
  );
  const points = useMemo(() => history?.times.map((ts, at) => ({ ts, value: history.values[at] })), [history]);
  const samples = latestSamples(latest);
  const [first] = samples;
  if (!first) return <WidgetSays icon="history" title={m.dashboards.noValues} text={m.dashboards.neverValues} />;
  const device = deviceOf(devices, first.id);
  const channel = channelOf(device, first.key);
  const value = combined(
    samples.map((sample) => sample.value),
    options.combine,
  );
  const isFirst = (combine ?? "FIRST") === "FIRST";
  const newest = isFirst ? first.ts : Math.max(...samples.map(({ ts }) => ts));
  const before = options.trend && history && valueBefore(history.times, history.values, to, options.trend.overMs);
  const number = drawable(value);
  const whose = isFirst ? whoseText(devices, samples, m.dashboards.oneOf) : "";
  const stale = isFirst ? staleClass(first.ts, device) : "";
  return (
    <div className={`widget-value severity-of-${severityOf(channel, value)}${stale}`}>
      <p className="big" title={typeof value === "string" ? value : undefined}>
        {shownText(channel, value, locale)}
        <span className="soft"> {channel.unitShown}</span>
      </p>
      <small className="soft">
        {whose !== "" && `${whose} · `}
        {options.channel?.label !== undefined && `${channel.title} · `}
        {before !== undefined && number !== undefined && options.trend
          ? `${m.dashboards.trend(signed(channel, number - before, locale), durationText(options.trend.overMs, locale))} · `
          : null}
        <span className="stale-age">
          <Ago ms={newest} />
        </span>
      </small>
      {options.sparkline !== false && points && <Sparkline points={points} />}
    </div>
  );
}

/** With the digits of the value itself. */
const signed = (channel: Parameters<typeof channelText>[0], difference: number, locale: string): string =>
  `${difference < 0 ? "−" : "+"}${channelText({ ...channel, states: [] }, Math.abs(difference), locale)}`;
