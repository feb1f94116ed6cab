import { StateLanes } from "../../../states/state-lanes.tsx";
import { NoValues } from "../nothing-to-show.tsx";
import { deviceOf, type WidgetViewProps } from "../widget-view.ts";

/** States over time, a row for each series. */
export function StateTimelineView(props: WidgetViewProps<"STATE_TIMELINE">) {
  const { options, answer, channelOf, from, to, onZoom } = props;
  const { series, devices } = answer("states");
  const drawn = series.filter(({ times }) => times.length > 0);
  if (drawn.length === 0) return <NoValues {...{ series, devices, from, to, onZoom }} />;
  const isNamed = new Set(drawn.map(({ key }) => key)).size > 1 || options.channels.some(({ label }) => label);
  const lanes = drawn.map((one) => {
    const device = deviceOf(devices, one.deviceId);
    const channel = channelOf(device, one.key);
    const name = isNamed ? `${device?.name ?? ""} ${channel.title}` : device?.name;
    return { id: `${one.deviceId} ${one.key}`, name, title: device?.name, channel, series: one };
  });
  return <StateLanes {...{ lanes, from, to }} share={options.share} />;
}
