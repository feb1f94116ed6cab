import type { DamageReport } from "../storage/block-reads.ts";
import type { DamagedBlock } from "./messages.ts";

/** Damaged blocks a thread remembers having reported, so that each is reported once. */
const maxReported = 10_000;

export function reportOnce(tell: (block: DamagedBlock) => void): DamageReport {
  const reported = new Set<number>();
  return (damage) => {
    if (reported.has(damage.block) || reported.size >= maxReported) return;
    reported.add(damage.block);
    tell(damage);
  };
}
