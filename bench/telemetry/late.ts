import { openTelemetryBlocks } from "../../server/src/adapters/telemetry-blocks/index.ts";
import { ingest } from "./blocks.ts";
import type { Folders } from "./folders.ts";
import { bestOf, cpuClock, line, rateOf, report, streamPoints } from "./measure.ts";
import { stream } from "./stream.ts";

const lateShare = 0.1;

interface Taken {
  readonly ms: number;
  readonly cpuMs: number;
  readonly afterwardsMs: number;
}

async function take(folder: string, late: number): Promise<Taken> {
  const store = await openTelemetryBlocks({ folder });
  const cpu = cpuClock();
  const ms = await bestOf(1, () => ingest(store, stream(streamPoints, late)));
  const cpuMs = cpu();
  const afterwardsMs = await bestOf(1, () => store.flush());
  await store.close();
  return { ms, cpuMs, afterwardsMs };
}

/** The same stream in order, and with a tenth of it late by up to a day. */
export async function late(folders: Folders): Promise<void> {
  const ordered = await take(folders.fresh("ordered"), 0);
  const disordered = await take(folders.fresh("late"), lateShare);
  line("", "10 % late", "in order");
  for (const [what, by] of [
    ["late points, rate", "ms"],
    ["  by CPU time of all threads", "cpuMs"],
  ] as const) {
    const [ours, theirs] = [disordered[by], ordered[by]];
    report(what, rateOf(streamPoints, ours), rateOf(streamPoints, theirs), theirs / ours, 0.5);
  }
  const afterwards = ({ afterwardsMs }: Taken): string => `${afterwardsMs.toFixed(0)} ms`;
  line("  flush and compaction afterwards", afterwards(disordered), afterwards(ordered));
}
