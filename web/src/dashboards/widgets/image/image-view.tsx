import { severityOf } from "@heliograph/contract/channel-meaning";
import { channelText } from "../../../channels/channel-text.ts";
import { useLocale, useMessages } from "../../../i18n/messages.tsx";
import { staleClass } from "../../stale.ts";
import { StaleAge } from "../../stale-age.tsx";
import { lookingLike } from "../widget-channels.ts";
import { deviceOf, type WidgetViewProps } from "../widget-view.ts";

/** A picture or plan with values where they belong. */
export function ImageView({ title, options, answer, channelOf }: WidgetViewProps<"IMAGE">) {
  const m = useMessages();
  const locale = useLocale();
  return (
    <div className="plan">
      <div className="plan-sheet">
        <img src={options.picture} alt={title} />
        {options.values.map(({ deviceId, channel: wanted, x, y }, at) => {
          const { latest, devices, problem } = answer(`latest-${deviceId}`);
          const device = deviceOf(devices, deviceId);
          const [[key, sample] = [wanted.key ?? "", undefined]] = Object.entries(latest.get(deviceId) ?? {}).filter(
            ([one]) => wanted.key === undefined || one === wanted.key,
          );
          const channel = lookingLike(channelOf(device, key), wanted);
          const severity = sample ? severityOf(channel, sample.value) : "normal";
          return (
            <span
              // biome-ignore lint/suspicious/noArrayIndexKey: the same value may stand there twice
              key={at}
              className={`plan-value severity-of-${severity}${sample ? staleClass(sample.ts, device) : ""}`}
              style={{ left: `${x * 100}%`, top: `${y * 100}%` }}
              title={problem ? m.dashboards.deviceGoneText : `${device?.name ?? ""} ${channel.title}`}
            >
              {wanted.label ?? ""}{" "}
              {sample ? channelText(channel, sample.value, locale) : problem ? m.dashboards.deviceGone : "–"}{" "}
              {!problem && channel.unitShown} <StaleAge ts={sample?.ts} device={device} />
            </span>
          );
        })}
      </div>
    </div>
  );
}
