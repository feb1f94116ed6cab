import { createHash } from "node:crypto";
import { type FileHandle, open, readdir } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import type { MapFile } from "@heliograph/contract";
import { parseJsonText } from "@heliograph/contract/json-text";
import type { MapFiles } from "../../core/maps/index.ts";
import { headBytes, type PmtilesHead, pmtilesHead, toldByMetadata } from "./pmtiles-head.ts";

/** The folder is looked at again at most so often. */
const lookAgainMs = 2_000;
/** What a map tells of itself; more is not read. */
const metadataAtMost = 4_194_304;

interface MapFolderParts {
  readonly folder: string;
  /** The name of the file; the first one where nothing is said. */
  readonly chosen: string | undefined;
  /** Steady milliseconds. */
  readonly clock: () => number;
  readonly say: (text: string) => void;
}

/** The operator's map files: the one that is shown, and its bytes [DSH3]. */
export class MapFolder implements MapFiles {
  readonly #parts: MapFolderParts;
  #looked: { readonly at: number; readonly found: Promise<MapFile | undefined> } | undefined;
  /** The last file that was looked into, whether it can be shown or not: it is looked into once. */
  #last: { readonly version: string; readonly map: MapFile | undefined } | undefined;
  #said = "";

  constructor(parts: MapFolderParts) {
    this.#parts = parts;
  }

  current(): Promise<MapFile | undefined> {
    const now = this.#parts.clock();
    if (!this.#looked || now - this.#looked.at >= lookAgainMs) this.#looked = { at: now, found: this.#look() };
    return this.#looked.found;
  }

  async read(version: string, start: number, end: number): Promise<Uint8Array | undefined> {
    const map = await this.current();
    if (map?.version !== version) return undefined;
    return this.#within(map.name, async (file, now) =>
      now === version ? bytesOf(file, start, end - start + 1) : undefined,
    );
  }

  async #look(): Promise<MapFile | undefined> {
    const { folder, chosen } = this.#parts;
    const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(".pmtiles")).sort();
    const name = chosen === undefined ? names[0] : names.find((one) => one === chosen);
    if (name !== undefined)
      return this.#within(name, (file, version, size) => this.#shown(file, { name, version, size }));
    if (chosen !== undefined) this.#say(`HELIO_MAP: there is no ${chosen} in ${folder}; maps show coasts`);
    return undefined;
  }

  async #shown(file: FileHandle, known: Pick<MapFile, "name" | "version" | "size">): Promise<MapFile | undefined> {
    if (this.#last?.version === known.version) return this.#last.map;
    const head = pmtilesHead(await bytesOf(file, 0, headBytes), known.size);
    const map = typeof head === "string" ? undefined : await mapOf(file, known, head);
    this.#last = { version: known.version, map };
    this.#say(map ? `maps are drawn on ${known.name}` : `${known.name} cannot be shown: ${head}; maps show coasts`);
    return map;
  }

  /** Opened anew each time: it may be replaced at any moment, and what is read is of one file. */
  async #within<T>(
    name: string,
    use: (file: FileHandle, version: string, size: number) => Promise<T>,
  ): Promise<T | undefined> {
    try {
      await using file = await open(join(this.#parts.folder, name));
      const { size, mtimeMs, ino } = await file.stat();
      const version = createHash("sha256").update(`${name} ${size} ${mtimeMs} ${ino}`).digest("base64url").slice(0, 16);
      return await use(file, version, size);
    } catch (error) {
      this.#say(`${name} cannot be read: ${error instanceof Error ? error.message : error}; maps show coasts`);
      return undefined;
    }
  }

  /** Each thing once, however often it is asked for. */
  #say(text: string): void {
    if (text !== this.#said) this.#parts.say(text);
    this.#said = text;
  }
}

async function mapOf(
  file: FileHandle,
  known: Pick<MapFile, "name" | "version" | "size">,
  { metadata, ...head }: PmtilesHead,
): Promise<MapFile> {
  return { ...known, ...head, ...toldByMetadata(await metadataOf(file, metadata)) };
}

/** A map without words about itself is one, too. */
async function metadataOf(file: FileHandle, { start, length, isPacked }: PmtilesHead["metadata"]): Promise<unknown> {
  if (length === 0 || length > metadataAtMost) return undefined;
  try {
    const bytes = await bytesOf(file, start, length);
    const plain = isPacked ? await promisify(gunzip)(bytes, { maxOutputLength: 4 * metadataAtMost }) : bytes;
    return parseJsonText(plain.toString("utf8"));
  } catch {
    return undefined;
  }
}

/** All of them, or as many as there are. */
async function bytesOf(file: FileHandle, start: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  let read = 0;
  while (read < length) {
    const { bytesRead } = await file.read(bytes, read, length - read, start + read);
    if (bytesRead === 0) break;
    read += bytesRead;
  }
  return bytes.subarray(0, read);
}
