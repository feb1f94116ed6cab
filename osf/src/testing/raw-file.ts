// For tests: files put together byte by byte, independent of the writer.
import { readFileSync } from "node:fs";
import { openOsf } from "../read/osf-file.ts";
import type { ReadOptions } from "../read/read-options.ts";
import type { ReadReport } from "../read/report.ts";
import { type SampleValue, sampleAt } from "../read/samples/sample-value.ts";
import type { Selection } from "../read/selection.ts";
import type { OsfSource } from "../read/source/source.ts";

/** Bytes from hexadecimal text; spaces and bars only separate, a text in double quotes stands for itself. */
export function hex(text: string): Uint8Array<ArrayBuffer> {
  const parts = text.match(/"[^"]*"|[0-9A-Fa-f]{2}/g) ?? [];
  return joinedBytes(
    ...parts.map((part) =>
      part.startsWith('"') ? new TextEncoder().encode(part.slice(1, -1)) : Uint8Array.of(Number.parseInt(part, 16)),
    ),
  );
}

export function joinedBytes(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** A file with the given first word, metablock and blocks. */
export function rawFile(
  identifier: string,
  metablock: string | Uint8Array,
  ...blocks: readonly Uint8Array[]
): Uint8Array<ArrayBuffer> {
  const bytes = typeof metablock === "string" ? new TextEncoder().encode(metablock) : metablock;
  return joinedBytes(new TextEncoder().encode(`${identifier} ${bytes.length}\n`), bytes, ...blocks);
}

/** An OSF4 file whose channels are given as attributes, in the order of their index. */
export function osf4(channels: readonly string[], ...blocks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const list = channels
    .map((attributes, index) => `<channel index="${index}" name="c${index}" ${attributes}/>`)
    .join("");
  return rawFile("OSF4", `<optimeas><channels>${list}</channels></optimeas>`, ...blocks);
}

/** An OSF5 file whose channels have the given datatypes; strings and bytes have 4-byte lengths. */
export function osf5(datatypes: readonly string[], ...blocks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const channels = datatypes.map((datatype, index) => {
    const sizeoflengthvalue = datatype === "string" || datatype === "binary" ? 4 : 2;
    return { index, name: `c${index}`, datatype, sizeoflengthvalue };
  });
  return rawFile("OSF5", JSON.stringify({ osf: { channels } }), ...blocks);
}

export interface ReadSamples {
  readonly report: ReadReport;
  /** By channel name: `[time, value]` pairs. */
  readonly samples: Readonly<Record<string, readonly (readonly [bigint, SampleValue])[]>>;
}

/** Everything of a file, sample by sample. */
export async function readSamples(
  source: OsfSource,
  options: ReadOptions = {},
  selection: Selection = {},
): Promise<ReadSamples> {
  const file = await openOsf(source, options);
  const samples: Record<string, [bigint, SampleValue][]> = Object.fromEntries(
    file.channels.map(({ name }) => [name, []]),
  );
  const pass = file.batches(selection);
  for await (const batch of pass) {
    for (let i = 0; i < batch.count; i++) samples[batch.channel.name]?.push([batch.times[i] ?? 0n, sampleAt(batch, i)]);
  }
  return { report: pass.report, samples };
}

export const codesOf = ({ findings }: ReadReport): string[] => findings.map(({ code }) => code);

/** Bytes of a sample file. */
export const fixture = (name: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(readFileSync(new URL(`../../fixtures/${name}`, import.meta.url)));

/** Control bytes of the blocks of every channel, by its name, found without decoding; for plain files without checksums. */
export async function controlsOf(bytes: Uint8Array): Promise<Readonly<Record<string, readonly number[]>>> {
  const { channels, header } = await openOsf(bytes);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const controls: Record<string, number[]> = Object.fromEntries(channels.map(({ name }) => [name, []]));
  for (let at = header.dataStart; at < bytes.length; ) {
    const { name = "", lengthSize = 2 } = channels[view.getUint16(at, true)] ?? {};
    const length = lengthSize === 2 ? view.getUint16(at + 2, true) : view.getUint32(at + 2, true);
    controls[name]?.push(view.getUint8(at + 2 + lengthSize));
    at += 2 + lengthSize + length;
  }
  return controls;
}
