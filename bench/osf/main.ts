// Reading speed as a share of what cannot be avoided: copying the same bytes (plain), inflating them (.osfz).
// `npm run bench -- osf`; OSF_BENCH_MB sets the size of the files. Every ratio comes from interleaved runs.
import { createGunzip, gzipSync } from "node:zlib";
import { inflateWithZlib, openOsf } from "../../osf/src/node/index.ts";
import { type BenchFile, benchFiles } from "./files.ts";
import { measureMemory } from "./memory.ts";

const { OSF_BENCH_MB = "128" } = process.env;
const megabytes = Number(OSF_BENCH_MB);
const rounds = 5;

async function timeOf(work: () => Promise<unknown> | unknown): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** The best of several alternating rounds of two works: one slow moment of the machine cannot decide. */
async function compare(reference: () => unknown, ours: () => unknown): Promise<{ reference: number; ours: number }> {
  const best = { reference: Number.POSITIVE_INFINITY, ours: Number.POSITIVE_INFINITY };
  for (let round = 0; round < rounds; round++) {
    best.reference = Math.min(best.reference, await timeOf(reference));
    best.ours = Math.min(best.ours, await timeOf(ours));
  }
  return best;
}

async function decode(bytes: Uint8Array, withTimes: boolean): Promise<number> {
  const file = await openOsf(bytes, { inflate: inflateWithZlib });
  let samples = 0;
  for await (const batch of file.batches()) samples += withTimes ? batch.times.length : batch.count;
  return samples;
}

async function inflateAlone(bytes: Uint8Array): Promise<void> {
  const gunzip = createGunzip({ chunkSize: 1 << 18 });
  gunzip.end(bytes);
  for await (const _ of gunzip);
}

const rate = (bytes: number, ms: number): string => `${(bytes / ms / 1000).toFixed(0)} MB/s`;
const verdict = (ratio: number, aim: number | undefined): string =>
  `${ratio.toFixed(2)}x${aim === undefined ? "" : ` (aim ${aim}: ${ratio >= aim ? "met" : "MISSED"})`}`;

async function benchPlain(file: BenchFile, bytes: Uint8Array): Promise<void> {
  const target = new Uint8Array(bytes.length).fill(1);
  const copy = (): void => target.set(bytes);
  for (const withTimes of file.name.startsWith("equidistant") ? [false, true] : [false]) {
    const best = await compare(copy, () => decode(bytes, withTimes));
    const label = withTimes ? `${file.name}, all times computed` : file.name;
    const aim = withTimes ? undefined : file.aim;
    console.log(
      `${label.padEnd(46)} ${verdict(best.reference / best.ours, aim)}   ${rate(bytes.length, best.ours)}, copy ${rate(bytes.length, best.reference)}`,
    );
  }
}

async function benchCompressed(file: BenchFile, bytes: Uint8Array): Promise<void> {
  const packed = gzipSync(bytes, { level: 6 });
  const best = await compare(
    () => inflateAlone(packed),
    () => decode(packed, false),
  );
  console.log(
    `${`${file.name}, .osfz`.padEnd(46)} ${verdict(best.reference / best.ours, 0.7)}   ${rate(bytes.length, best.ours)}, inflate ${rate(bytes.length, best.reference)}`,
  );
}

console.log(`OSF reading, ${megabytes} MB per file, best of ${rounds} alternating runs\n`);
for (const file of benchFiles) {
  const bytes = file.build(megabytes);
  await benchPlain(file, bytes);
  await benchCompressed(file, bytes);
}
await measureMemory(megabytes);
