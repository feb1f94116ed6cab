import type { DescribedChannel, ReportFunction } from "@heliograph/contract";
import type { DeviceId } from "../../../kernel/ids.ts";
import { tooManyColumns } from "../errors.ts";
import type { Column } from "./table.ts";

/** A device of a report, and what is known of its channels. */
export interface DescribedDevice {
  readonly id: DeviceId;
  readonly name: string;
  readonly channels: readonly DescribedChannel[];
}

/** The series of a device, and at which place of a row its values stand. */
export interface PlacedDevice {
  readonly id: DeviceId;
  readonly name: string;
  readonly series: readonly { readonly key: string; readonly place: number }[];
}

export interface Layout {
  readonly columns: readonly Column[];
  readonly devices: readonly PlacedDevice[];
}

/** Beside the values: time, offset, device. */
const leading = 3;

/**
 * A column for each channel, and one more where devices measure it in another unit: numbers of different units under one heading
 * would be taken for one thing. With functions, one for each of them.
 */
export function layOut(
  devices: readonly DescribedDevice[],
  functions: readonly ReportFunction[],
  order: readonly string[] | undefined,
  columnsAtMost: number,
): Layout {
  const found = new Map<string, DescribedChannel>();
  const width = Math.max(1, functions.length);
  for (const { channels } of devices) {
    for (const channel of channels) if (!found.has(idOf(channel))) found.set(idOf(channel), channel);
    if (found.size * width + leading > columnsAtMost) throw tooManyColumns(columnsAtMost);
  }
  const sorted = [...found.values()].toSorted(comparing(order));
  const placeOf = new Map(sorted.map((channel, place) => [idOf(channel), place * width]));
  return {
    columns: sorted.flatMap((channel) => columnsOf(channel, functions)),
    devices: devices.map(({ id, name, channels }) => ({
      ...{ id, name },
      series: channels.map((channel) => ({ key: channel.key, place: placeOf.get(idOf(channel)) ?? 0 })),
    })),
  };
}

const idOf = ({ key, unit }: DescribedChannel): string => JSON.stringify([key, unit]);

const columnsOf = ({ key, name, unit }: DescribedChannel, functions: readonly ReportFunction[]): readonly Column[] =>
  functions.length === 0
    ? [{ key, name, unit, function: undefined }]
    : functions.map((by) => ({ key, name, unit, function: by }));

/** As they were named; else as the overview of a device shows them. */
function comparing(order: readonly string[] | undefined): (a: DescribedChannel, b: DescribedChannel) => number {
  const places = new Map(order?.map((key, place) => [key, place]));
  const placeOf = ({ key, order: shown }: DescribedChannel) => places.get(key) ?? shown;
  return (a, b) => placeOf(a) - placeOf(b) || compareText(a.key, b.key) || compareText(a.unit, b.unit);
}

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
