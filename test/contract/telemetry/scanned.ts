import type { Sample, TelemetryStore, TimeRange } from "../../../server/src/core/telemetry/index.ts";
import type { DeviceId } from "../../../server/src/kernel/ids.ts";

/** Everything a scan brings, chunk after chunk, as whoever sends it on would take it. */
export async function scanned(
  store: Pick<TelemetryStore, "scan">,
  device: DeviceId,
  key: string,
  range: TimeRange,
  order?: "ASC" | "DESC",
  limit?: number,
): Promise<Sample[]> {
  const samples: Sample[] = [];
  for await (const chunk of store.scan(device, key, range, order, limit)) samples.push(...chunk);
  return samples;
}
