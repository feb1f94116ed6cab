import type { DeviceId } from "../../../kernel/ids.ts";
import { epochMs } from "../../../kernel/time.ts";
import { maxAbsoluteTs, type Sample } from "../../telemetry/index.ts";
import { readAhead } from "../read-ahead.ts";
import { type Answering, readsAtOnce } from "./answering.ts";

type Told = Pick<Answering, "sources" | "times">;
type Samples = ReadonlyMap<string, Sample>;

/** The newest values that may be told: those of this moment, or of the last one the reader may know of [DSH6]. */
export async function newestTold(
  told: Told,
  deviceId: DeviceId,
  keys: "all" | { readonly only: readonly string[] },
): Promise<Samples> {
  return mayBeTold(told, deviceId, await told.sources.telemetry.latest(deviceId, keys));
}

/** Devices of which all is read in one go. */
const devicesPerRead = 250;

interface OfDevice {
  readonly deviceId: DeviceId;
  readonly samples: Samples;
}

/** As `newestTold`, some keys of many devices: few questions for all of them, and in their order. */
export async function* newestOfMany(
  told: Told,
  deviceIds: readonly DeviceId[],
  keys: readonly string[],
): AsyncGenerator<OfDevice> {
  const named = [...new Set(keys)];
  const read = (some: readonly DeviceId[]) => readSome(told, some, named);
  const toldOf = async ({ deviceId, samples }: OfDevice): Promise<OfDevice> => ({
    deviceId,
    samples: await mayBeTold(told, deviceId, samples),
  });
  for await (const some of readAhead(slicesOf(deviceIds), slicesAtOnce, read))
    yield* readAhead(some, readsAtOnce, toldOf);
}

/** The next one is read while one is told. */
const slicesAtOnce = 2;

function* slicesOf(deviceIds: readonly DeviceId[]): Generator<readonly DeviceId[]> {
  for (let from = 0; from < deviceIds.length; from += devicesPerRead)
    yield deviceIds.slice(from, from + devicesPerRead);
}

async function readSome(
  { sources }: Told,
  deviceIds: readonly DeviceId[],
  keys: readonly string[],
): Promise<OfDevice[]> {
  const newest = await sources.telemetry.newest(deviceIds.flatMap((device) => keys.map((key) => ({ device, key }))));
  return deviceIds.map((deviceId, at) => {
    const known = keys.flatMap((key, place) => {
      const sample = newest[at * keys.length + place];
      return sample ? [[key, sample] as const] : [];
    });
    return { deviceId, samples: new Map(known) };
  });
}

async function mayBeTold({ sources, times }: Told, deviceId: DeviceId, latest: Samples): Promise<Samples> {
  const { notBefore = -maxAbsoluteTs, until } = times;
  const told = new Map<string, Sample>();
  for (const [key, newest] of latest) {
    const sample = until === undefined || newest.ts < until ? newest : await lastBefore(key, until);
    if (sample && sample.ts >= notBefore) told.set(key, sample);
  }
  return told;

  async function lastBefore(key: string, to: number): Promise<Sample | undefined> {
    const range = { from: epochMs(-maxAbsoluteTs), to: epochMs(to) };
    for await (const [sample] of sources.telemetry.scan(deviceId, key, range, "DESC", 1)) return sample;
    return undefined;
  }
}
