import { exportText, type SampleBatch, type SampleValue, sampleAt } from "@heliograph/osf/node";
import type { KeyedNumber, SampleColumns } from "../../core/files/index.ts";
import { openChecked } from "./checked-file.ts";
import { msOf, type OsfJob } from "./jobs.ts";

const pointsPerPortion = 5_000;

export async function readSamples(job: Extract<OsfJob, { kind: "samples" }>): Promise<SampleColumns> {
  const file = await openChecked(job.content);
  const time: number[] = [];
  const value: unknown[] = [];
  for await (const batch of file.batches({ channels: [job.channel], ...job.window })) {
    for (let i = 0; i < batch.count; i++) {
      if (time.length === job.limit) return { time, value, hasMore: true };
      time.push(msOf(batch.times[i] ?? 0n));
      value.push(jsonValueOf(sampleAt(batch, i)));
    }
  }
  return { time, value, hasMore: false };
}

/** JSON knows no 64-bit integers, no bytes and no NaN. */
function jsonValueOf(value: SampleValue): unknown {
  if (typeof value === "bigint") return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  if (value instanceof Uint8Array) return Buffer.from(value).toString("base64");
  return Array.isArray(value) ? value.map(jsonValueOf) : value;
}

export async function* exportFile(job: Extract<OsfJob, { kind: "export" }>): AsyncGenerator<string> {
  const file = await openChecked(job.content);
  yield* exportText(file, { ...(job.channels && { channels: job.channels }), ...job.window, escape: job.escape });
}

export async function* readNumbers(job: Extract<OsfJob, { kind: "numbers" }>): AsyncGenerator<readonly KeyedNumber[]> {
  const file = await openChecked(job.content);
  let portion: KeyedNumber[] = [];
  for await (const batch of file.batches()) {
    for (const number of numbersOf(batch)) {
      portion.push(number);
      if (portion.length < pointsPerPortion) continue;
      yield portion;
      portion = [];
    }
  }
  if (portion.length > 0) yield portion;
}

function* numbersOf(batch: SampleBatch): Generator<KeyedNumber> {
  if (batch.kind !== "numbers" || batch.width !== 1) return;
  const key = batch.channel.name;
  for (let i = 0; i < batch.count; i++) {
    yield { key, ts: msOf(batch.times[i] ?? 0n), value: Number(batch.values[i] ?? Number.NaN) };
  }
}
