import { Readable } from "node:stream";
import { archiveNamesOf, type Downloads, type HeldFile } from "../../../core/files/index.ts";
import { dataDescriptor, directoryHeader, endOfArchive, localHeader, type ZipEntry } from "./zip-records.ts";

const highWaterMark = 512 * 1024;
const gatheredBytes = 64 * 1024;

/** An archive that is made as it is read, and how long it will be. */
export interface Archive {
  readonly size: number;
  open(): Readable;
}

/**
 * The files as a ZIP archive: stored, for OSF files are compressed already, with ZIP64 where sizes ask for it [FILE5].
 * Two files are open at a time, the one that is sent and the next. What goes wrong breaks the archive off.
 */
export function archiveOf(downloads: Downloads, files: readonly HeldFile[]): Archive {
  const names = archiveNamesOf(files.map(({ name }) => name));
  const entries = files.map((file, index) => ({ ...entryOf(names[index] ?? "", file), file }));
  return {
    size: archiveSize(entries),
    open: () => {
      const hold = downloads.hold(files);
      const bytes = archiveBytes(entries, ({ file }) => downloads.open(file));
      return Readable.from(bytes, { objectMode: false, highWaterMark }).once("close", () => hold.release());
    },
  };
}

/** What goes into an archive, and the CRC-32 of all of it. */
export interface EntryContent {
  readonly bytes: AsyncIterable<Buffer>;
  readonly crc32: number;
}

/** The bytes of an archive of anything that can be opened; an entry that is not as long as it says is an error. */
export async function* archiveBytes<Entry extends ZipEntry>(
  entries: readonly Entry[],
  open: (entry: Entry) => Promise<EntryContent>,
): AsyncGenerator<Buffer> {
  const crcs = new Uint32Array(entries.length);
  const begun = (entry: Entry | undefined) => (entry ? new BegunContent(() => open(entry)) : undefined);
  let between: Buffer = Buffer.alloc(0);
  let next = begun(entries[0]);
  try {
    for (const [index, entry] of entries.entries()) {
      const content = next;
      next = begun(entries[index + 1]);
      yield Buffer.concat([between, localHeader(entry)]); // one small write between two files, not two
      let size = 0;
      for await (const chunk of content ?? []) {
        size += chunk.length;
        yield chunk;
      }
      if (size !== entry.size) throw new Error(`${entry.name} has ${size} bytes, not ${entry.size}`);
      const crc = content?.crc32 ?? 0;
      crcs[index] = crc;
      between = dataDescriptor(entry, crc);
    }
  } finally {
    await next?.leave();
  }
  yield* gathered([between], directory(entries, crcs));
}

/** A content that is opened, and its first bytes read, while the one before is still on its way. */
class BegunContent {
  readonly #bytes: AsyncGenerator<Buffer>;
  readonly #first: Promise<IteratorResult<Buffer>>;
  /** Known when the first bytes are. */
  crc32 = 0;

  constructor(open: () => Promise<EntryContent>) {
    const opened = async () => {
      const { bytes, crc32 } = await open();
      this.crc32 = crc32;
      return bytes;
    };
    this.#bytes = (async function* () {
      yield* await opened();
    })();
    this.#first = this.#bytes.next();
    this.#first.catch(() => undefined); // who reads it is told; nobody may
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer> {
    try {
      for (let step = await this.#first; !step.done; step = await this.#bytes.next()) yield step.value;
    } finally {
      await this.leave();
    }
  }

  async leave(): Promise<void> {
    await this.#bytes.return(undefined);
  }
}

/** Some thousand small records become a few writes. */
function* gathered(first: Buffer[], records: Iterable<Buffer>): Generator<Buffer> {
  let waiting = first;
  let size = 0;
  for (const record of records) {
    waiting.push(record);
    size += record.length;
    if (size < gatheredBytes) continue;
    yield Buffer.concat(waiting);
    [waiting, size] = [[], 0];
  }
  yield Buffer.concat(waiting);
}

/** The directory is written as it is made: only the checksums had to be remembered. */
function* directory(entries: readonly ZipEntry[], crcs: Uint32Array): Generator<Buffer> {
  let offset = 0;
  let length = 0;
  for (const [index, entry] of entries.entries()) {
    const header = directoryHeader({ ...entry, offset, crc: crcs[index] ?? 0 });
    offset += entrySize(entry);
    length += header.length;
    yield header;
  }
  yield endOfArchive(entries.length, offset, length);
}

const entryOf = (name: string, { content }: HeldFile): ZipEntry => ({
  name,
  size: content.size,
  modified: new Date(content.receivedTime),
});

const entrySize = (entry: ZipEntry): number => localHeader(entry).length + entry.size + dataDescriptor(entry, 0).length;

export function archiveSize(entries: readonly ZipEntry[]): number {
  let size = entries.reduce((sum, entry) => sum + entrySize(entry), 0);
  for (const record of directory(entries, new Uint32Array(entries.length))) size += record.length;
  return size;
}
