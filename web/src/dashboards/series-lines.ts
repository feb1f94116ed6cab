import type { ShownDevice } from "@heliograph/contract";
import type { ShownChannel } from "../channels/use-channels.ts";
import type { Line } from "../charts/aligned.ts";
import { drawable } from "../format/number.ts";
import type { AnsweredSeries } from "./page-answer.ts";

/** What a key means on a device. */
export type ChannelOf = (device: ShownDevice | undefined, key: string) => ShownChannel;

/** How a widget wants a channel to look. */
interface WantedLook extends Pick<Line, "colour" | "axis" | "isDashed"> {
  readonly label?: string;
}

/** Lines of a chart: named by what tells them apart, the device, the channel, or both. */
export function seriesLines(
  series: readonly AnsweredSeries[],
  devices: readonly ShownDevice[],
  channelOf: ChannelOf,
  lookOf: (key: string) => WantedLook = () => ({}),
): Line[] {
  const drawn = series.filter(({ times }) => times.length > 0);
  const known = new Map(devices.map((device) => [device.id.id, device]));
  const hasSeveral = {
    devices: new Set(drawn.map(({ deviceId }) => deviceId)).size > 1,
    keys: new Set(drawn.map(({ key }) => key)).size > 1,
  };
  return drawn.map((one) => lineOf(one, known.get(one.deviceId), hasSeveral, channelOf, lookOf(one.key)));
}

function lineOf(
  { key, times, values, min, max }: AnsweredSeries,
  device: ShownDevice | undefined,
  hasSeveral: { readonly devices: boolean; readonly keys: boolean },
  channelOf: ChannelOf,
  look: WantedLook,
): Line {
  const channel = channelOf(device, key);
  const name = look.label ?? channel.title;
  const label = [hasSeveral.devices && device?.name, (hasSeveral.keys || !hasSeveral.devices) && name];
  const colour = hasSeveral.devices ? undefined : (look.colour ?? channel.colour);
  return {
    ...{ label: label.filter(Boolean).join(" "), unit: channel.unitShown, times, values: numbers(values) },
    ...(min && max && { min: numbers(min), max: numbers(max) }),
    ...(colour && { colour }),
    ...(channel.decimals !== undefined && { decimals: channel.decimals }),
    ...(look.axis && { axis: look.axis }),
    ...(look.isDashed && { isDashed: true }),
    ...(channel.limits && !hasSeveral.keys && { limits: channel.limits }),
  };
}

const numbers = (values: readonly unknown[]): (number | null)[] => values.map((value) => drawable(value) ?? null);

/** When there was something last, of those that have nothing now; undefined where there never was. */
export function lastSeen(
  series: readonly AnsweredSeries[],
): { readonly deviceId: string; readonly ts: number } | undefined {
  const seen = series.flatMap(({ deviceId, lastTs }) => (typeof lastTs === "number" ? [{ deviceId, ts: lastTs }] : []));
  return seen.reduce<{ deviceId: string; ts: number } | undefined>(
    (last, one) => (last && last.ts >= one.ts ? last : one),
    undefined,
  );
}
