import type { DeviceId } from "../../../kernel/ids.ts";
import { epochMs } from "../../../kernel/time.ts";
import { maxAbsoluteTs, type Sample } from "../../telemetry/index.ts";
import type { Answering } from "./answering.ts";

/** The newest values that may be told: those of this moment, or of the last one the reader may know of [DSH6]. */
export async function newestTold(
  { sources, times }: Pick<Answering, "sources" | "times">,
  deviceId: DeviceId,
  keys: "all" | { readonly only: readonly string[] },
): Promise<ReadonlyMap<string, Sample>> {
  const latest = await sources.telemetry.latest(deviceId, keys);
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
