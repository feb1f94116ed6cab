import type { ReportFunction } from "@heliograph/contract";
import type { EpochMs } from "../../../kernel/time.ts";
import type { BucketEdges, TelemetryStore } from "../../telemetry/index.ts";
import type { PlacedDevice } from "./columns.ts";
import type { Row } from "./table.ts";

/** Values that are in memory at once: intervals times columns. */
const valuesAtOnce = 50_000;

/** A row for each interval in which a device has something to say; some intervals at a time, however many columns there are. */
export async function* intervalRows(
  store: Pick<TelemetryStore, "aggregate">,
  device: PlacedDevice,
  width: number,
  edges: BucketEdges,
  functions: readonly ReportFunction[],
): AsyncGenerator<readonly Row[]> {
  const atOnce = Math.max(1, Math.floor(valuesAtOnce / Math.max(1, width)));
  for (let from = 0; from < edges.length - 1; from += atOnce) {
    const rows = await rowsOf(store, device, width, edges.slice(from, from + atOnce + 1), functions);
    if (rows.length > 0) yield rows;
  }
}

async function rowsOf(
  store: Pick<TelemetryStore, "aggregate">,
  { id, name, series }: PlacedDevice,
  width: number,
  edges: BucketEdges,
  functions: readonly ReportFunction[],
): Promise<readonly Row[]> {
  const found = new Map<EpochMs, Row["values"][number][]>();
  for (const { key, place } of series) {
    for (const [at, by] of functions.entries()) {
      for (const { ts, value } of await store.aggregate(id, key, edges, by)) {
        if (by === "COUNT" && value === 0) continue;
        const values = found.get(ts) ?? new Array<Row["values"][number]>(width).fill(undefined);
        values[place + at] = value;
        found.set(ts, values);
      }
    }
  }
  return [...found].toSorted(([a], [b]) => a - b).map(([ts, values]) => ({ ts, device: name, values }));
}
