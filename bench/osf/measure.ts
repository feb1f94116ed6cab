// Measures one kind of file, named on the command line, in a process of its own: what the compiler learned from other
// kinds does not weigh on this one, as in a program that reads one file.
import { createGunzip, gzipSync } from "node:zlib";
import { inflateWithZlib, openOsf } from "../../osf/src/node/index.ts";
import { type Cost, compare } from "./cost.ts";
import { type BenchFile, benchFiles } from "./files.ts";

const [name, megabytes] = process.argv.slice(2);
const file = benchFiles.find((candidate) => candidate.name === name);
if (!file) throw new Error(`no file ${name}`);

type Wanted = "samples" | "samples and times" | "block heads";

async function decode(bytes: Uint8Array, wanted: Wanted): Promise<number> {
  const opened = await openOsf(bytes, { inflate: inflateWithZlib });
  let samples = 0;
  for await (const batch of opened.batches(wanted === "block heads" ? { channels: [] } : {}))
    samples += wanted === "samples and times" ? batch.times.length : batch.count;
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
const print = (label: string, ratio: string, rates: string): void =>
  console.log(`${label.padEnd(46)} ${ratio}   ${rates}`);

/** Reading plain files happens in one thread, so its processor time is compared: other load does not disturb it. */
async function benchPlain({ name: label, aim }: BenchFile, bytes: Uint8Array): Promise<void> {
  const target = new Uint8Array(bytes.length).fill(1);
  const isEquidistant = label.startsWith("equidistant");
  const more: Wanted = isEquidistant ? "samples and times" : "block heads";
  const cost = await compare({
    copy: () => target.set(bytes),
    samples: () => decode(bytes, "samples"),
    more: () => decode(bytes, more),
  });
  const line = (what: string, { processor }: Cost, of: number | undefined): void =>
    print(
      what,
      verdict(cost.copy.processor / processor, of),
      `${rate(bytes.length, processor)}, copy ${rate(bytes.length, cost.copy.processor)}`,
    );
  line(label, cost.samples, aim);
  line(`${label}, ${isEquidistant ? "all times computed" : "block heads only"}`, cost.more, undefined);
}

/**
 * Compressed files are unpacked in one thread and decoded in another, so the clock is compared; and, because other load
 * disturbs the clock, the processor time of the busier of the two threads: what the clock shows on two free cores.
 */
async function benchCompressed({ name: label }: BenchFile, bytes: Uint8Array): Promise<void> {
  const packed = gzipSync(bytes, { level: 6 });
  const { inflate, ours } = await compare({
    inflate: () => inflateAlone(packed),
    ours: () => decode(packed, "samples"),
  });
  const busier = Math.max(ours.thread, ours.processor - ours.thread);
  const rates = `${rate(bytes.length, ours.clock)}, inflate ${rate(bytes.length, inflate.clock)}`;
  const threads = `busier thread ${(inflate.processor / busier).toFixed(2)}x, both ${(inflate.processor / ours.processor).toFixed(2)}x`;
  print(`${label}, .osfz`, verdict(inflate.clock / ours.clock, 0.7), `${rates}; processor time: ${threads}`);
}

const bytes = file.build(Number(megabytes));
await benchPlain(file, bytes);
await benchCompressed(file, bytes);
