import { rmSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { onTestFinished } from "vitest";
import {
  openTelemetryBlocks,
  type TelemetryBlocks,
  type TelemetryBlocksOptions,
} from "../../server/src/adapters/telemetry-blocks/index.ts";
import type { Point, Sample, TelemetryValue } from "../../server/src/core/telemetry/index.ts";
import { epochMs } from "../../server/src/kernel/time.ts";
import { scratchFolder } from "../scratch-folder.ts";

export const always = { from: epochMs(-8.64e15), to: epochMs(8.64e15) } as const;

/** Goes with the test. */
export function freshFolder(): string {
  const folder = scratchFolder("blocks");
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** Closed with the test. */
export async function openBlocks(options: TelemetryBlocksOptions): Promise<TelemetryBlocks> {
  const store = await openTelemetryBlocks({ readers: 1, ...options });
  onTestFinished(() => store.close());
  return store;
}

export const points = (count: number, from = 0, value: (i: number) => TelemetryValue = (i) => i): Point[] =>
  Array.from({ length: count }, (_, i) => ({ key: "k", ts: epochMs(from + i), value: value(from + i) }));

export const times = (samples: readonly Sample[]): number[] => samples.map(({ ts }) => ts);

/** Changes the file behind the store's back, as a failing disk would. */
export function tamper(folder: string, change: string | ((db: DatabaseSync) => void)): void {
  const db = new DatabaseSync(join(folder, "telemetry.db"));
  if (typeof change === "string") db.exec(change);
  else change(db);
  db.close();
}
