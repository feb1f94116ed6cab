import { type FileHandle, open, stat } from "node:fs/promises";
import { type OsfFile, openOsf } from "../read/osf-file.ts";
import type { ReadOptions } from "../read/read-options.ts";
import { inflateWithZlib } from "./inflate.ts";

const chunkBytes = 1 << 20;

export interface FileReadOptions extends ReadOptions {
  /** Called as the file is read, with its bytes on disk. */
  readonly onProgress?: (readBytes: number, totalBytes: number) => void;
}

/** Opens a file on disk, plain or compressed. It can be read as often as you like, in constant memory. */
export async function openOsfFile(path: string, options: FileReadOptions = {}): Promise<OsfFile> {
  const { size } = await stat(path);
  return openOsf(() => chunksOfFile(path, size, options.onProgress), { inflate: inflateWithZlib, ...options });
}

/** One buffer serves all reads: the decoder keeps nothing of a chunk. */
async function* chunksOfFile(
  path: string,
  size: number,
  onProgress: FileReadOptions["onProgress"],
): AsyncIterable<Uint8Array> {
  const file: FileHandle = await open(path, "r");
  try {
    const buffer = new Uint8Array(chunkBytes);
    for (let position = 0; ; ) {
      const { bytesRead } = await file.read(buffer, 0, chunkBytes, position);
      if (bytesRead === 0) return;
      position += bytesRead;
      onProgress?.(position, size);
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}
