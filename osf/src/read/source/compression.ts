/** How the bytes of a source are packed; decided by content, never by a file name (§11). */
export type Compression = "none" | "gzip" | "zlib";

const zlibLevels = new Set([0x01, 0x5e, 0x9c, 0xda]);

/** Decides from the first two bytes. */
export function compressionOf(head: Uint8Array): Compression {
  const [first, second] = head;
  if (first === 0x1f && second === 0x8b) return "gzip";
  return first === 0x78 && second !== undefined && zlibLevels.has(second) ? "zlib" : "none";
}
