import { openTelemetryBlocks, type TelemetryBlocks } from "../../server/src/adapters/telemetry-blocks/index.ts";
import type { Folders } from "./folders.ts";
import { longDevice, longKey, longRange, longStream } from "./long-series.ts";
import { bestOf, line, report } from "./measure.ts";

/** All of them stay in one arena. */
const sizes = [250_000, 500_000, 1_000_000] as const;

async function scan(store: TelemetryBlocks, points: number): Promise<void> {
  let seen = 0;
  for await (const chunk of store.scan(longDevice, longKey, longRange(points))) seen += chunk.length;
  if (seen !== points) throw new Error(`${seen} of ${points} points were seen`);
}

/** A scan of points that are not in blocks yet takes as long as it has points: four times as many, four times as long. */
export async function scanOfHeads(folders: Folders): Promise<void> {
  const each: number[] = [];
  for (const points of sizes) {
    const store = await openTelemetryBlocks({ folder: folders.fresh(`heads ${points}`), readers: 1 });
    for (const batch of longStream(points)) await store.append(longDevice, batch);
    const ms = await bestOf(3, () => scan(store, points));
    each.push((ms / points) * 1e6);
    line(
      `scan of ${points.toLocaleString("en")} in memory`,
      `${ms.toFixed(0)} ms`,
      `${each.at(-1)?.toFixed(0)} ns/point`,
    );
    await store.close();
  }
  const [small = 1, large = 1] = [each[0], each.at(-1)];
  report("per point: smallest against largest", `${large.toFixed(0)} ns`, `${small.toFixed(0)} ns`, small / large, 0.7);
}
