/** Devices are divided into so many shards, for good: fixed when the tables of the points are made. */
export const shardCount = 64;

const polynomial = 0xedb88320;
const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? (rest >>> 1) ^ polynomial : rest >>> 1;
  return rest;
});

/** CRC-32 of the UTF-8 of a text: the same on every node, whatever its version. */
export function hashOf(text: string): number {
  let hash = 0xffffffff;
  for (const byte of new TextEncoder().encode(text)) hash = (hash >>> 8) ^ (table[(hash ^ byte) & 0xff] as number);
  return (hash ^ 0xffffffff) >>> 0;
}

/** The shard of a device. */
export const shardOf = (device: string): number => hashOf(device) % shardCount;
