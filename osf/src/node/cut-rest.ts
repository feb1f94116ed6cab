import { open } from "node:fs/promises";
import { crcBytes } from "../format/control.ts";
import { BlockSearch, padForSearch } from "../read/blocks/block-search.ts";
import type { OsfHeader } from "../read/header.ts";
import { readDefaults } from "../read/read-options.ts";

/**
 * Whether the bytes from `from` to `to` are more than one block that was cut off: a damaged length in the middle of a
 * file looks like a cut last block, and swallows the intact blocks behind it.
 */
export async function holdsMoreThanCutBlock(
  path: string,
  header: OsfHeader,
  from: number,
  to: number,
): Promise<boolean> {
  if (to - from > readDefaults.maxBlockBytes) return true;
  const search = new BlockSearch(header.channels, header.integrity === "none" ? 0 : crcBytes);
  const behindFirstByte = 1;
  return search.findComplete(padForSearch(await bytesOf(path, from, to)), to - from, behindFirstByte) >= 0;
}

/** A medium may give less than was asked for. */
async function bytesOf(path: string, from: number, to: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(to - from);
  const file = await open(path, "r");
  try {
    for (let done = 0; done < bytes.length; ) {
      const { bytesRead } = await file.read(bytes, done, bytes.length - done, from + done);
      if (bytesRead === 0) break;
      done += bytesRead;
    }
    return bytes;
  } finally {
    await file.close();
  }
}
