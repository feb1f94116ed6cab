import type { ShownDevice } from "@heliograph/contract";
import type { ShownChannel } from "../channels/use-channels.ts";
import type { Line } from "../charts/aligned.ts";
import { placeOfName } from "../charts/series-colours.ts";
import { drawable } from "../format/number.ts";
import type { AnsweredSeries } from "./page-answer.ts";

/** What a key means on a device. */
export type ChannelOf = (device: ShownDevice | undefined, key: string) => ShownChannel;

/** How a widget wants a channel to look. */
interface WantedLook extends Pick<Line, "colour" | "axis" | "isDashed"> {
  readonly label?: string;
}

interface Wanted {
  readonly lookOf?: (key: string) => WantedLook;
  /** It shows this device and will never show another: its name would say nothing. */
  readonly isOfOne?: boolean;
}

/** What tells the lines of a chart apart. */
interface Apart {
  /** Devices that have something. */
  readonly hasSeveral: boolean;
  /** So it is of one as well whose others are gone, or not chosen: it keeps its name and colour. */
  readonly byDevice: boolean;
  readonly byKey: boolean;
  readonly keys: readonly string[];
  /** Those of several channels would be too many. */
  readonly hasLimits: boolean;
  /** Quantities that share a chart side by side are told apart by dashes as well. */
  readonly isDashed: (key: string) => boolean;
}

/** Lines of a chart: named by what tells them apart, the device, the channel, or both. */
export function seriesLines(
  series: readonly AnsweredSeries[],
  devices: readonly ShownDevice[],
  channelOf: ChannelOf,
  { lookOf = () => ({}), isOfOne = false }: Wanted = {},
): Line[] {
  const drawn = series.filter(({ times }) => times.length > 0);
  const known = new Map(devices.map((device) => [device.id.id, device]));
  const keys = [...new Set(series.map(({ key }) => key))];
  const hasSeveral = new Set(drawn.map(({ deviceId }) => deviceId)).size > 1;
  const hasKeys = new Set(drawn.map(({ key }) => key)).size > 1;
  const units = new Set(drawn.map(({ deviceId, key }) => channelOf(known.get(deviceId), key).unitShown));
  const apart = {
    ...{
      hasSeveral,
      byDevice: hasSeveral || !(isOfOne || hasKeys),
      byKey: hasKeys || !hasSeveral,
      keys,
      hasLimits: !hasKeys,
    },
    isDashed: (key: string) => hasSeveral && hasKeys && units.size <= sharedUnits && key !== keys[0],
  };
  return drawn.map((one) => lineOf(one, known.get(one.deviceId), apart, channelOf, lookOf(one.key)));
}

/** Of more, charts are stacked. */
const sharedUnits = 2;

function lineOf(
  { key, times, values, min, max }: AnsweredSeries,
  device: ShownDevice | undefined,
  { hasSeveral, byDevice, byKey, keys, hasLimits, isDashed }: Apart,
  channelOf: ChannelOf,
  look: WantedLook,
): Line {
  const channel = channelOf(device, key);
  const name = look.label ?? channel.title;
  const label = [byDevice && device?.name, byKey && name];
  const chosen = hasSeveral ? undefined : look.colour;
  const colour = chosen ?? (byDevice ? undefined : channel.colour);
  const series = byDevice
    ? { id: device?.id.id ?? "", place: placeOfName(device?.name ?? "") }
    : { id: key, place: keys.indexOf(key) };
  return {
    ...{ label: label.filter(Boolean).join(" "), unit: channel.unitShown, times, values: numbers(values) },
    ...(min && max && { min: numbers(min), max: numbers(max) }),
    ...(colour ? { colour } : { series }),
    ...(channel.decimals !== undefined && { decimals: channel.decimals }),
    ...(look.axis && { axis: look.axis }),
    ...((look.isDashed || isDashed(key)) && { isDashed: true }),
    ...(channel.limits && hasLimits && { limits: channel.limits }),
  };
}

const numbers = (values: readonly unknown[]): (number | null)[] => values.map((value) => drawable(value) ?? null);

/** Names of devices that had something before, and have no line in this time: they are not left out without a word [DSH4]. */
export function devicesWithout(series: readonly AnsweredSeries[], devices: readonly ShownDevice[]): string[] {
  const drawn = new Set(series.filter(({ times }) => times.length > 0).map(({ deviceId }) => deviceId));
  const silent = new Set(series.filter(({ lastTs }) => typeof lastTs === "number").map(({ deviceId }) => deviceId));
  return devices.filter(({ id }) => silent.has(id.id) && !drawn.has(id.id)).map(({ name }) => name);
}

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
