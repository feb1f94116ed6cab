import { nameIn, severityOf, stateOf } from "@heliograph/contract/channel-meaning";
import { channelText } from "../../channels/channel-text.ts";
import { dateTimeText } from "../../format/time.ts";
import { useLocale } from "../../i18n/messages.tsx";
import { type StateSegment, shareOfState, stateSegments } from "../state-segments.ts";
import { NoValues } from "./nothing-to-show.tsx";
import { deviceOf, type WidgetViewProps } from "./widget-view.ts";

/** States over time, a row for each series; a gap is time nothing is known of. */
export function StateTimelineView(props: WidgetViewProps<"STATE_TIMELINE">) {
  const { options, answer, channelOf, from, to, onZoom } = props;
  const locale = useLocale();
  const { series, devices } = answer("states");
  const drawn = series.filter(({ times }) => times.length > 0);
  if (drawn.length === 0) return <NoValues {...{ series, devices, from, to, onZoom }} />;
  const hasSeveralKeys = new Set(drawn.map(({ key }) => key)).size > 1;
  return (
    <ul className="state-rows">
      {drawn.map((one) => {
        const device = deviceOf(devices, one.deviceId);
        const channel = channelOf(device, one.key);
        const segments = stateSegments(one, from, to, Date.now());
        return (
          <li key={`${one.deviceId} ${one.key}`}>
            <span className="cut">
              {device?.name} {hasSeveralKeys && channel.title}
            </span>
            <span className="state-row">
              {segments.map((segment) => (
                <Segment key={segment.from} {...{ segment, from, to, channel }} />
              ))}
            </span>
            {options.share !== undefined && <small>{percent(shareOfState(segments, options.share), locale)}</small>}
          </li>
        );
      })}
    </ul>
  );
}

interface SegmentProps {
  readonly segment: StateSegment;
  readonly from: number;
  readonly to: number;
  readonly channel: Parameters<typeof channelText>[0] & Parameters<typeof severityOf>[0];
}

function Segment({ segment, from, to, channel }: SegmentProps) {
  const locale = useLocale();
  const state = stateOf(channel, segment.value);
  const text = (state && nameIn(state, locale)) || channelText(channel, segment.value, locale);
  const [left, width] = [segment.from - from, segment.to - segment.from].map((ms) => `${(ms / (to - from)) * 100}%`);
  const title = `${text}\n${dateTimeText(segment.from, locale)} – ${dateTimeText(segment.to, locale)}`;
  const style = { left, width, ...(state?.colour && { background: state.colour }) };
  return (
    <span className={`state-segment severity-of-${severityOf(channel, segment.value)}`} style={style} title={title}>
      {text}
    </span>
  );
}

const percent = (share: number, locale: string): string =>
  new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 0 }).format(share);
