import { crc32 } from "node:zlib";

/** Devices are divided into so many shards, for good: fixed when the tables are made. */
export const shardCount = 64;

/** The log of an owner of all shards at once: the one a node that runs alone has. */
export const allShards = -1;

/** The shard of a device; every node of every version has to come to the same. */
export const shardOf = (device: string): number => crc32(device) % shardCount;
