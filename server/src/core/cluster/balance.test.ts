import fc from "fast-check";
import { expect, test } from "vitest";
import { planOf } from "./balance.ts";
import type { ClusterView, HeldShard, Member } from "./cluster-view.ts";
import { hashOf, shardCount, shardOf } from "./shard-of.ts";

const member = (node: string, isLeaving = false): Member => ({ node, log: -2, beat: 1, isLeaving });
const viewOf = (members: readonly Member[], owners: readonly string[]): ClusterView => ({
  members,
  shards: owners.map((owner, id): HeldShard => ({ id, owner, epoch: 1 })),
  orphans: [],
});

const names = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 9 });
const anyView = names.chain((nodes) =>
  fc.record({
    members: fc.tuple(...nodes.map((node) => fc.boolean().map((isLeaving) => member(node, isLeaving)))),
    owners: fc.array(fc.constantFrom("", "gone", ...nodes), { minLength: shardCount, maxLength: shardCount }),
  }),
);

test("[CLU2] the shard of a device is the same everywhere: the checksum of its name", () => {
  const device = "3f1c9d0e-0000-4000-8000-000000000001";
  const texts = ["", "123456789", device, "ä€😀"];

  expect(texts.map(hashOf)).toEqual([0, 0xcbf43926, 872_786_622, 534_632_567]); // of CRC-32, as anybody counts it
  expect(shardOf(device)).toBe(872_786_622 % 64);
});

test("[CLU4] every shard has one place, nobody has more than one more than another, and no more moves than must be", () => {
  fc.assert(
    fc.property(anyView, ({ members, owners }) => {
      const plan = planOf(viewOf(members, owners));

      const staying = members.filter(({ isLeaving }) => !isLeaving);
      const counts = staying.map(({ node }) => plan.get(node)?.length ?? 0);
      expect([...plan.keys()].sort()).toEqual(staying.map(({ node }) => node).sort());
      if (staying.length === 0) return;
      expect([...plan.values()].flat().sort((a, b) => a - b)).toEqual(owners.map((_, id) => id));
      expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
      expect(movesIn(plan, owners)).toBe(fewestMoves(staying, owners));
    }),
  );
});

const movesIn = (plan: ReadonlyMap<string, readonly number[]>, owners: readonly string[]): number =>
  [...plan].reduce((sum, [node, shards]) => sum + shards.filter((id) => owners[id] !== node).length, 0);

/** What can stay is what each has, up to the share of all and for some one more. */
function fewestMoves(staying: readonly Member[], owners: readonly string[]): number {
  const share = Math.floor(owners.length / staying.length);
  const had = staying.map(({ node }) => owners.filter((owner) => owner === node).length);
  const stays = had.reduce((sum, count) => sum + Math.min(count, share), 0);
  const larger = Math.min(had.filter((count) => count > share).length, owners.length - share * staying.length);
  return owners.length - stays - larger;
}

test("[CLU4] a plan that was followed in part leads to the same end: nothing moves twice", () => {
  fc.assert(
    fc.property(anyView, fc.infiniteStream(fc.boolean()), ({ members, owners }, isDone) => {
      const now = [...owners];
      const moved = new Map<number, number>();
      for (let round = 0; round < 12; round++) {
        for (const [node, shards] of planOf(viewOf(members, now)))
          for (const id of shards)
            if (now[id] !== node && isDone.next().value) {
              now[id] = node;
              moved.set(id, (moved.get(id) ?? 0) + 1);
            }
      }

      for (const times of moved.values()) expect(times).toBe(1);
    }),
  );
});
