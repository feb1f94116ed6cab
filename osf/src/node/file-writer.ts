import { type FileHandle, open } from "node:fs/promises";
import { createGzip } from "node:zlib";
import { OsfError } from "../format/errors.ts";
import type { StringBlocks } from "../format/string-blocks.ts";
import type { OsfFile } from "../read/osf-file.ts";
import { isVariable, specOf } from "../write/channel-spec.ts";
import { OsfEncoder } from "../write/osf-encoder.ts";
import { type OsfSink, OsfWriter, type WriterOptions } from "../write/osf-writer.ts";
import { holdsMoreThanCutBlock } from "./cut-rest.ts";
import { openOsfFile } from "./files.ts";

export interface FileWriteOptions extends WriterOptions {
  /** One gzip stream (`.osfz`). Recordings are compressed after they are closed, never while they run (§8.5). */
  readonly compress?: boolean;
  /** Every write reaches the medium before it resolves (fsync). Default false. */
  readonly durable?: boolean;
}

/** Creates a file. An existing one is replaced, but not by options that cannot be written. */
export async function createOsfFile(path: string, options: FileWriteOptions): Promise<OsfWriter> {
  refuseUnwritable(options);
  const file = await open(path, "w");
  return new OsfWriter(options.compress ? gzipSink(file) : fileSink(file, options.durable ?? false), options);
}

/** An encoder refuses what it cannot write. */
const refuseUnwritable = (options: FileWriteOptions): OsfEncoder => new OsfEncoder(options);

const damaged = "it is damaged, repair it first";

/**
 * Goes on writing a plain file that was closed or cut off: an incomplete last block and a trailer are removed,
 * channels stay as they are, texts in the block type they are in, equidistant channels begin a new segment. A file is refused where that would remove blocks.
 */
export async function appendOsfFile(
  path: string,
  options: Pick<FileWriteOptions, "bufferBytes" | "durable"> = {},
): Promise<OsfWriter> {
  const existing = await openOsfFile(path);
  const { report, strings } = await lookedThrough(existing);
  const { version, integrity, channels } = existing.header;
  const refuse = (why: string): OsfError =>
    new OsfError("not-writable", `Cannot append to '${path}': ${why}`, report.dataEnd);
  if (report.compression !== "none") throw refuse("it is compressed");
  if (integrity === "signed") throw refuse("it is signed");
  if (report.findings.some(({ code }) => code === "unknown-channel")) throw refuse(damaged);
  if (await holdsMoreThanCutBlock(path, existing.header, report.dataEnd, report.bytes)) throw refuse(damaged);
  const specs = channels.map((channel, position) => {
    if (channel.datatype === undefined || channel.index !== position)
      throw refuse("its channel list cannot be continued");
    const blocks = strings.get(channel.index);
    return {
      ...specOf({ ...channel, datatype: channel.datatype }),
      lengthSize: channel.lengthSize,
      ...(blocks === undefined ? {} : { strings: blocks }),
    };
  });
  const file = await open(path, "r+");
  await file.truncate(report.dataEnd);
  const sink = fileSink(file, options.durable ?? false, report.dataEnd);
  return new OsfWriter(
    sink,
    { ...options, version, crc: integrity === "crc", channels: specs, anyEquidistantType: true },
    report.dataEnd,
  );
}

/** What a pass over a file says about it, and the block type of its string and binary channels, by index. */
async function lookedThrough(file: OsfFile) {
  const variable = file.channels.filter(({ datatype }) => datatype !== undefined && isVariable(datatype));
  const pass = file.batches({ channels: variable.map(({ index }) => index) });
  const strings = new Map<number, StringBlocks>();
  for await (const batch of pass) if (batch.kind !== "numbers") strings.set(batch.channel.index, batch.blocks);
  return { report: pass.report, strings };
}

function fileSink(file: FileHandle, isDurable: boolean, startAt = 0): OsfSink {
  let position = startAt;
  return {
    write: async (bytes) => {
      await writeAll(file, bytes, position);
      position += bytes.length;
      if (isDurable) await file.datasync();
    },
    close: async () => {
      await file.sync();
      await file.close();
    },
    abort: () => file.close(),
  };
}

function gzipSink(file: FileHandle): OsfSink {
  const gzip = createGzip({ chunkSize: 1 << 18 });
  const stored = storeAll(gzip, file);
  stored.catch(() => undefined); // a failure reaches whoever writes or closes
  return {
    write: (bytes) =>
      new Promise((resolve, reject) =>
        gzip.write(bytes, (error) => {
          // The stream only says that it is gone; why, the medium says.
          if (error) stored.then(() => reject(error), reject);
          else resolve();
        }),
      ),
    close: async () => {
      gzip.end();
      await stored;
    },
    abort: async () => {
      gzip.destroy();
      await stored.catch(() => undefined);
    },
  };
}

async function storeAll(chunks: AsyncIterable<Uint8Array>, file: FileHandle): Promise<void> {
  let position = 0;
  try {
    for await (const chunk of chunks) {
      await writeAll(file, chunk, position);
      position += chunk.length;
    }
    await file.sync();
  } finally {
    await file.close();
  }
}

/** A medium may take less than it was given. */
async function writeAll(file: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, position + done);
    done += bytesWritten;
  }
}
