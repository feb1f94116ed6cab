import type { JournalEntry, ShardedStorage } from "../storage/storage.ts";
import type { LeftConsumer, UnseenPart } from "../storage/unseen-commits.ts";
import type { LoggedReceipt } from "./replayed-receipts.ts";
import { bytesIn, seriesIn, splitFrame } from "./split-frame.ts";

/**
 * What the consumers of a log had not passed when its writer was gone is left for whoever has its shards next: rules and calculated
 * channels look at it then, once, and receipts are noted before the shard is served [RUL3, RUL7, MQ7].
 */
export async function leaveUnseen(storage: ShardedStorage, receipts: readonly LoggedReceipt[]): Promise<void> {
  const consumers = (await storage.leftConsumers()).flatMap((consumer) =>
    consumer.name === "receipts" ? withReceipts(consumer, receipts) : [consumer],
  );
  if (consumers.length === 0) return;
  for (let position = Math.min(...consumers.map(({ after }) => after)); ; ) {
    const entries = await storage.entries(position);
    const last = entries.at(-1);
    if (last === undefined) return;
    position = last.position;
    await storage.leaveUnseen(await partsOf(entries, consumers, storage));
  }
}

/** The replay has met them all: nothing is read again where there are none. */
function withReceipts(consumer: LeftConsumer, receipts: readonly LoggedReceipt[]): LeftConsumer[] {
  const positions = receipts.map(({ position }) => position).filter((position) => position > consumer.after);
  const first = positions.reduce((least, position) => Math.min(least, position), Number.POSITIVE_INFINITY);
  return Number.isFinite(first) ? [{ ...consumer, after: first - 1 }] : [];
}

async function partsOf(
  entries: readonly JournalEntry[],
  consumers: readonly LeftConsumer[],
  storage: Pick<ShardedStorage, "shardsOfSeries">,
): Promise<UnseenPart[]> {
  const series = new Set<number>();
  for (const { frame } of entries) if (frame) seriesIn(frame, (id) => series.add(id));
  const shards = await storage.shardsOfSeries([...series]);
  return entries.flatMap(({ position, frame }) => {
    const concerned = consumers.filter(({ after }) => position > after);
    return frame === undefined ? [] : partsFor(concerned, position, frame, (id) => shards.get(id));
  });
}

function partsFor(
  consumers: readonly LeftConsumer[],
  position: number,
  frame: Uint8Array,
  shardOf: (series: number) => number | undefined,
): UnseenPart[] {
  if (consumers.length === 0) return [];
  const { parts, isFollowed } = splitFrame(frame, shardOf);
  const wanted = consumers.filter(({ name }) => isFollowed || name === "receipts");
  return [...parts].flatMap(([shard, { points, receipts }]) =>
    wanted.flatMap(({ name }) => {
      const part = name === "receipts" ? receipts : points;
      return part.isEmpty ? [] : [{ consumer: name, shard, position, frame: bytesIn(part) }];
    }),
  );
}
