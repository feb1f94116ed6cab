// Reading speed as a share of what cannot be avoided: copying the same bytes (plain), inflating them (.osfz).
// `npm run bench -- osf`; OSF_BENCH_MB sets the size of the files. Every ratio comes from interleaved runs.
import { createGunzip, gzipSync } from "node:zlib";
import { inflateWithZlib, openOsf } from "../../osf/src/node/index.ts";
import { type BenchFile, benchFiles } from "./files.ts";
import { measureMemory } from "./memory.ts";

const { OSF_BENCH_MB = "128" } = process.env;
const megabytes = Number(OSF_BENCH_MB);
const rounds = 5;

/** Milliseconds: on the clock, and of processor time over all threads of this process. */
interface Cost {
  readonly clock: number;
  readonly processor: number;
}

async function costOf(work: () => Promise<unknown> | unknown): Promise<Cost> {
  const [start, before] = [performance.now(), process.cpuUsage()];
  await work();
  const { user, system } = process.cpuUsage(before);
  return { clock: performance.now() - start, processor: (user + system) / 1000 };
}

const least = (a: Cost, b: Cost): Cost => ({
  clock: Math.min(a.clock, b.clock),
  processor: Math.min(a.processor, b.processor),
});

/** The best of several alternating rounds of two works: one slow moment of the machine cannot decide. */
async function compare(reference: () => unknown, ours: () => unknown): Promise<{ reference: Cost; ours: Cost }> {
  const never = { clock: Number.POSITIVE_INFINITY, processor: Number.POSITIVE_INFINITY };
  const best = { reference: never, ours: never };
  for (let round = 0; round < rounds; round++) {
    best.reference = least(best.reference, await costOf(reference));
    best.ours = least(best.ours, await costOf(ours));
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

/** Reading plain files happens in one thread, so its processor time is compared: other load does not disturb it. */
async function benchPlain(file: BenchFile, bytes: Uint8Array): Promise<void> {
  const target = new Uint8Array(bytes.length).fill(1);
  const copy = (): void => target.set(bytes);
  for (const withTimes of file.name.startsWith("equidistant") ? [false, true] : [false]) {
    const { reference, ours } = await compare(copy, () => decode(bytes, withTimes));
    const label = withTimes ? `${file.name}, all times computed` : file.name;
    const ratio = verdict(reference.processor / ours.processor, withTimes ? undefined : file.aim);
    const rates = `${rate(bytes.length, ours.processor)}, copy ${rate(bytes.length, reference.processor)}`;
    console.log(`${label.padEnd(46)} ${ratio}   ${rates}`);
  }
}

/** Compressed files are unpacked in one thread and decoded in another, so the clock is compared. */
async function benchCompressed(file: BenchFile, bytes: Uint8Array): Promise<void> {
  const packed = gzipSync(bytes, { level: 6 });
  const { reference, ours } = await compare(
    () => inflateAlone(packed),
    () => decode(packed, false),
  );
  const ratio = verdict(reference.clock / ours.clock, 0.7);
  const rates = `${rate(bytes.length, ours.clock)}, inflate ${rate(bytes.length, reference.clock)}`;
  const processor = `processor time ${(reference.processor / ours.processor).toFixed(2)}x`;
  console.log(`${`${file.name}, .osfz`.padEnd(46)} ${ratio}   ${rates}; ${processor}`);
}

console.log(`OSF reading, ${megabytes} MB per file, best of ${rounds} alternating runs\n`);
for (const file of benchFiles) {
  const bytes = file.build(megabytes);
  await benchPlain(file, bytes);
  await benchCompressed(file, bytes);
}
await measureMemory(megabytes);
