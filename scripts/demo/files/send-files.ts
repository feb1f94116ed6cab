import type { Begin } from "../begin.ts";
import { dayMs } from "../noise.ts";
import type { Player } from "../troupe.ts";

/** Every so many files stay at the device until somebody asks for them. */
const keptEvery = 5;

/** The measurement files of the past, over the protocol of the devices: some are there, some only announced. */
export async function sendFiles(players: readonly Player[], begin: Begin, days: number): Promise<number> {
  const counts = await Promise.all(players.map((player) => sendFilesOf(player, begin, days)));
  return counts.reduce((sum, count) => sum + count, 0);
}

async function sendFilesOf({ actor: { recorder }, device }: Player, begin: Begin, days: number): Promise<number> {
  const recordings = recorder?.recordings(begin.ts - days * dayMs, begin.ts) ?? [];
  for (const [at, recording] of recordings.entries()) {
    const file = await recorder?.record(recording);
    if (!file) continue;
    const isKept = (recordings.length - at) % keptEvery === 2;
    await (isKept ? device.logger.store(file) : device.logger.upload(file));
  }
  return recordings.length;
}
