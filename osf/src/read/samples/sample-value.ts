import type { SampleBatch } from "./batch.ts";

export interface GpsPosition {
  readonly latitude: number;
  readonly longitude: number;
  readonly altitude: number;
}

/** One sample as a plain value; for looking at single samples, not for going through many. */
export type SampleValue = number | bigint | boolean | string | Uint8Array | GpsPosition | readonly (number | bigint)[];

/** Sample `i` of a batch. */
export function sampleAt(batch: SampleBatch, i: number): SampleValue {
  if (batch.kind === "text") return batch.values.textAt(i);
  if (batch.kind === "bytes") return batch.values.bytesAt(i);
  const { values, width, channel } = batch;
  if (channel.datatype === "gpslocation") return gpsOf(values.subarray(i * width, (i + 1) * width));
  if (width > 1) return Array.from<number | bigint>(values.subarray(i * width, (i + 1) * width));
  const value = values[i] ?? 0;
  return channel.datatype === "bool" ? value !== 0 : value;
}

function gpsOf([latitude, longitude, altitude]: ArrayLike<number | bigint> & Iterable<number | bigint>): GpsPosition {
  return { latitude: Number(latitude), longitude: Number(longitude), altitude: Number(altitude) };
}
