import { leaveUnseen } from "../commit/leave-unseen.ts";
import { WriterEngine } from "../commit/writer-engine.ts";
import { type ArenaSize, createArenaMemory } from "../heads/arena.ts";
import { orphanStep } from "../limits.ts";
import type { DamageReport } from "../storage/block-reads.ts";
import { isSharded, type WriterStorage } from "../storage/storage.ts";
import type { PointsPlace } from "./messages.ts";
import { openWriterStorage } from "./open-storage.ts";

/** A node that is alone again has what the members of a cluster left in their logs (ADR 67). */
export async function inheritOrphans(
  place: PointsPlace,
  storage: WriterStorage,
  size: ArenaSize,
  report: DamageReport,
): Promise<void> {
  if (place.kind === "file" || place.member || place.orphan !== undefined || !isSharded(storage)) return;
  const orphans = await storage.orphans();
  for (const orphan of orphans) {
    const left = await openWriterStorage({ ...place, orphan });
    const arenas = [createArenaMemory(size), createArenaMemory(size)] as const;
    const engine = await WriterEngine.open({ storage: left, arenas, report, step: orphanStep });
    await Array.fromAsync(engine.settle());
    if (isSharded(left)) {
      await leaveUnseen(left, engine.receipts);
      await left.retire();
    }
    await left.close();
  }
  if (orphans.length > 0) await storage.takeRest();
}
