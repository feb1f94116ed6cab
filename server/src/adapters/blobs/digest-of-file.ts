import type { FileHandle } from "node:fs/promises";
import { readFully } from "./checked-pieces.ts";
import type { ContentDigest } from "./content-digest.ts";
import type { HashThread } from "./hash-thread.ts";
import { SharedBlocks } from "./shared-blocks.ts";

const blockBytes = 512 * 1024;
const blocks = new SharedBlocks(blockBytes);

/** Reads all of a file and hashes it in the thread; `pause` is waited for after every so many bytes. */
export async function digestOfFile(
  handle: FileHandle,
  hashing: HashThread,
  pause: (bytes: number) => Promise<void>,
): Promise<ContentDigest> {
  const hash = hashing.open();
  const block = blocks.take(blockBytes);
  let isDone = false;
  try {
    for (let position = 0; ; ) {
      const read = await readFully(handle, block, position);
      if (read > 0) await hash.update(block.subarray(0, read));
      position += read;
      if (read < block.length) break;
      await pause(read);
    }
    const digest = await hash.digest();
    isDone = true;
    return digest;
  } finally {
    if (!isDone) hash.drop();
    blocks.giveBack(block);
  }
}
