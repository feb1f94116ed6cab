/** Devices are divided into so many shards, for good: fixed when the tables of the points are made. */
export const shardCount = 64;

const polynomial = 0xedb88320;
const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? (rest >>> 1) ^ polynomial : rest >>> 1;
  return rest;
});

const encoder = new TextEncoder();
const ascii = 0x80;

const added = (hash: number, byte: number): number => (hash >>> 8) ^ (table[(hash ^ byte) & 0xff] as number);

/** CRC-32 of the UTF-8 of a text: the same on every node, whatever its version. Asked for every message: ids are plain letters. */
export function hashOf(text: string): number {
  let hash = 0xffffffff;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code >= ascii) return hashOfBytes(encoder.encode(text));
    hash = added(hash, code);
  }
  return (hash ^ 0xffffffff) >>> 0;
}

const hashOfBytes = (bytes: Uint8Array): number => (bytes.reduce(added, 0xffffffff) ^ 0xffffffff) >>> 0;

/** The shard of a device. */
export const shardOf = (device: string): number => hashOf(device) % shardCount;
