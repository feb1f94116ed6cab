import type { ChannelLimits, Widget, WidgetChannel, WidgetOptions } from "@heliograph/contract";
import { unitText } from "@heliograph/contract/channel-meaning";
import type { ShownChannel } from "../../channels/use-channels.ts";
import type { ChannelOf } from "../series-lines.ts";

/** Where kinds of widgets have channels, and what they say of them. */
interface WithChannels {
  readonly channels?: readonly WidgetChannel[];
  readonly channel?: WidgetChannel;
  readonly colourBy?: WidgetChannel;
  readonly values?: readonly { readonly channel: WidgetChannel }[];
  readonly thresholds?: readonly Threshold[];
}

type Threshold = NonNullable<WidgetOptions<"VALUE">["thresholds"]>[number];

/** Whatever the kind is. */
const channelsIn = (widget: Widget): WithChannels => widget.options as WithChannels;

/** With the key that a variable stands for in its place: views know keys only. */
export function withKeys(widget: Widget, texts: ReadonlyMap<string, string>): Widget {
  const { channels, channel, colourBy, values } = channelsIn(widget);
  const keyed = (one: WidgetChannel): WidgetChannel => {
    const { variable, ...look } = one;
    const key = variable === undefined ? undefined : texts.get(variable);
    return key === undefined ? one : { ...look, key };
  };
  const changed: WithChannels = {
    ...(channels && { channels: channels.map(keyed) }),
    ...(channel && { channel: keyed(channel) }),
    ...(colourBy && { colourBy: keyed(colourBy) }),
    ...(values && { values: values.map((one) => ({ ...one, channel: keyed(one.channel) })) }),
  };
  return { ...widget, options: { ...widget.options, ...changed } } as Widget; // of the same kind
}

/** What keys mean in a widget: by the device type, and as the widget wants it otherwise [DSH3, TYP2]. */
export function wantedChannels(channelOf: ChannelOf, widget: Widget): ChannelOf {
  const { channels = [], channel, colourBy, thresholds = [] } = channelsIn(widget);
  const named = [...channels, ...(channel ? [channel] : []), ...(colourBy ? [colourBy] : [])];
  const wanted = new Map(named.flatMap((one) => (one.key === undefined ? [] : [[one.key, one] as const])));
  return (device, key) => withThresholds(lookingLike(channelOf(device, key), wanted.get(key)), thresholds);
}

/** Otherwise than its type says; also for a value that stands in a picture. */
export const lookingLike = (channel: ShownChannel, wanted: WidgetChannel | undefined): ShownChannel => ({
  ...channel,
  ...(wanted?.label !== undefined && { label: wanted.label, title: wanted.label }),
  ...(wanted?.unit !== undefined && { unit: wanted.unit, unitShown: unitText(wanted.unit) }),
  ...(wanted?.decimals !== undefined && { decimals: wanted.decimals }),
});

const sides = [
  ["warnAbove", "above", "warning", Math.min],
  ["alarmAbove", "above", "alarm", Math.min],
  ["warnBelow", "below", "warning", Math.max],
  ["alarmBelow", "below", "alarm", Math.max],
] as const;

/** Those of the widget beside those of the device type: what is beyond one of them is beyond [TYP2]. */
function withThresholds(channel: ShownChannel, thresholds: readonly Threshold[]): ShownChannel {
  if (thresholds.length === 0) return channel;
  return { ...channel, limits: { ...channel.limits, ...limitsOf(thresholds, channel.limits) } };
}

/** Thresholds as limits of a channel. */
export function limitsOf(thresholds: readonly Threshold[], beside: ChannelLimits = {}): ChannelLimits {
  const found = sides.flatMap(([limit, side, severity, strictest]) => {
    const own = thresholds.flatMap((one) => (one.severity === severity ? (one[side] ?? []) : []));
    const all = [...own, ...(beside[limit] === undefined ? [] : [beside[limit]])];
    return own.length === 0 ? [] : [[limit, strictest(...all)] as const];
  });
  return Object.fromEntries(found);
}
