// The files the benchmark reads, made with our own writer. Sizes come from OSF_BENCH_MB (default 128).
import { type ChannelSpec, encodeOsf, type OsfEncoder } from "../../osf/src/index.ts";

export interface BenchFile {
  readonly name: string;
  /** What the issue asks for, as a share of copying the same bytes. */
  readonly aim: number | undefined;
  build(megabytes: number): Uint8Array<ArrayBuffer>;
}

const startNs = 1_700_000_000_000_000_000n;
const million = 1_000_000;

const sine = (count: number, phase = 0): Float64Array =>
  Float64Array.from({ length: count }, (_, i) => Math.sin((i + phase) / 100) * 20);

function file(channels: readonly ChannelSpec[], fill: (encoder: OsfEncoder) => void): Uint8Array<ArrayBuffer> {
  return encodeOsf({ version: 5, creator: "bench", anyEquidistantType: true, channels }, fill);
}

function equidistantDoubles(megabytes: number): Uint8Array<ArrayBuffer> {
  const block = sine(8000);
  return file([{ name: "a", datatype: "double" }], (encoder) => {
    encoder.start("a", startNs, 10_000, block);
    for (let bytes = 0; bytes < megabytes * million; bytes += block.byteLength) encoder.continue("a", block);
  });
}

function equidistantInt16(megabytes: number): Uint8Array<ArrayBuffer> {
  const block = Int16Array.from(sine(30_000), (value) => value * 100);
  return file([{ name: "a", datatype: "int16" }], (encoder) => {
    encoder.start("a", startNs, 51_200, block);
    for (let bytes = 0; bytes < megabytes * million; bytes += block.byteLength) encoder.continue("a", block);
  });
}

function stampedDoubles(megabytes: number): Uint8Array<ArrayBuffer> {
  const block = sine(4000);
  return file([{ name: "a", datatype: "double" }], (encoder) => {
    let time = startNs;
    for (let bytes = 0; bytes < megabytes * million; bytes += block.byteLength * 2) {
      encoder.stamped(
        "a",
        BigInt64Array.from({ length: block.length }, (_, i) => time + BigInt(i) * 100_000n),
        block,
      );
      time += BigInt(block.length) * 100_000n;
    }
  });
}

/** Relative times are read, never written by a writer (§4.1): the blocks are put together here. */
function relativeDoubles(megabytes: number): Uint8Array<ArrayBuffer> {
  const [count, stride] = [4000, 12];
  const head = file([{ name: "a", datatype: "double" }], (encoder) => encoder.stamped("a", [startNs], [0]));
  const block = new Uint8Array(2 + 2 + 1 + 4 + count * stride);
  const view = new DataView(block.buffer);
  view.setUint16(2, block.length - 4, true);
  view.setUint8(4, 0x87);
  view.setUint32(5, count, true);
  for (let i = 0; i < count; i++) {
    view.setUint32(9 + i * stride, 100_000, true);
    view.setFloat64(13 + i * stride, Math.sin(i / 100), true);
  }
  const blocks = Math.ceil((megabytes * million) / block.length);
  const bytes = new Uint8Array(head.length + blocks * block.length);
  bytes.set(head);
  for (let i = 0; i < blocks; i++) bytes.set(block, head.length + i * block.length);
  return bytes;
}

/** Lines as loggers write them: much alike, never the same. */
function strings(megabytes: number): Uint8Array<ArrayBuffer> {
  const random = randoms(1);
  return file([{ name: "log", datatype: "string" }], (encoder) => {
    for (let time = startNs; encoder.pendingBytes < megabytes * million; time += 1_000_000_000n) {
      const texts = Array.from({ length: 1000 }, () => logLine(random));
      encoder.stamped(
        "log",
        BigInt64Array.from(texts, (_, i) => time + BigInt(i)),
        texts,
      );
    }
  });
}

function logLine(random: Generator<number, never>): string {
  const [sensor, value, state] = [random.next().value % 400, random.next().value / 1e7, random.next().value % 3];
  return `sensor ${sensor}: value ${value.toFixed(4)} outside ${["warning", "alarm", "plausible"][state]} range, kept for ${value.toFixed(1)} s`;
}

function manySmallBlocks(megabytes: number): Uint8Array<ArrayBuffer> {
  const types = ["double", "float", "int32", "int16", "bool"] as const;
  const channels = Array.from({ length: 200 }, (_, i) => ({
    name: `channel ${i}`,
    datatype: types[i % types.length] ?? "double",
  }));
  const random = randoms(2);
  return file(channels, (encoder) => {
    for (let round = 0; encoder.pendingBytes < megabytes * million; round++) {
      for (const [i, { datatype }] of channels.entries()) {
        const jitter = random.next().value;
        const value = datatype === "bool" ? jitter & 1 : datatype === "double" ? jitter / 997 : (jitter >> 4) & 0xfff;
        encoder.stamped(i, [startNs + BigInt(round) * 100_000_000n + BigInt(jitter % 50_000)], [value]);
      }
    }
  });
}

/** A fixed sequence: every run reads the same bytes. */
function* randoms(seed: number): Generator<number, never> {
  for (let state = seed; ; ) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    yield state;
  }
}

export const benchFiles: readonly BenchFile[] = [
  { name: "equidistant double", aim: 0.3, build: equidistantDoubles },
  { name: "equidistant int16", aim: 0.3, build: equidistantInt16 },
  { name: "time-stamped double, absolute", aim: 0.1, build: stampedDoubles },
  { name: "time-stamped double, relative", aim: 0.1, build: relativeDoubles },
  { name: "strings", aim: undefined, build: strings },
  { name: "single samples, 200 channels", aim: undefined, build: manySmallBlocks },
];
