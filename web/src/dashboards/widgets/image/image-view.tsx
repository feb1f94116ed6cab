import { severityOf } from "@heliograph/contract/channel-meaning";
import { shownText } from "../../../channels/channel-text.ts";
import { useLocale, useMessages } from "../../../i18n/messages.tsx";
import { staleClass } from "../../stale.ts";
import { StaleAge } from "../../stale-age.tsx";
import { lookingLike } from "../widget-channels.ts";
import { deviceOf, type WidgetViewProps } from "../widget-view.ts";

/** So many lie beside each other on a narrow plan; more become numbers there, with a list below. */
const few = 2;

/** A picture or plan with values where they belong. */
export function ImageView({ title, options, answer, channelOf }: WidgetViewProps<"IMAGE">) {
  const m = useMessages();
  const locale = useLocale();
  const values = options.values.map(({ deviceId, channel: wanted, x, y }) => {
    const { latest, devices, problem } = answer(`latest-${deviceId}`);
    const device = deviceOf(devices, deviceId);
    const [[key, sample] = [wanted.key ?? "", undefined]] = Object.entries(latest.get(deviceId) ?? {}).filter(
      ([one]) => wanted.key === undefined || one === wanted.key,
    );
    const channel = lookingLike(channelOf(device, key), wanted);
    const text = sample ? shownText(channel, sample.value, locale) : problem ? m.dashboards.deviceGone : "–";
    return {
      ...{ x, y, label: wanted.label ?? "", text: problem ? text : `${text} ${channel.unitShown}` },
      ...{ ts: sample?.ts, device },
      look: `severity-of-${sample ? severityOf(channel, sample.value) : "normal"}${sample ? staleClass(sample.ts, device) : ""}`,
      title: problem ? m.dashboards.deviceGoneText : `${device?.name ?? ""} ${channel.title}`,
    };
  });
  return (
    <div className="plan" data-many={values.length > few || undefined}>
      <div className="plan-sheet">
        <img src={options.picture} alt={title} />
        {values.map(({ x, y, label, text, look, ts, device, title: said }, at) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: the same value may stand there twice
            key={at}
            className={`plan-value ${look}`}
            style={{ left: `${x * 100}%`, top: `${y * 100}%` }}
            title={said}
          >
            <span>
              {label} {text} <StaleAge ts={ts} device={device} />
            </span>
            <b aria-hidden="true">{at + 1}</b>
          </span>
        ))}
      </div>
      <ol className="plan-list" aria-hidden="true">
        {values.map(({ label, text, look, ts, device, title: said }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          <li key={at} className={look}>
            <span className="cut">{label || said}</span> <strong>{text}</strong> <StaleAge ts={ts} device={device} />
          </li>
        ))}
      </ol>
    </div>
  );
}
