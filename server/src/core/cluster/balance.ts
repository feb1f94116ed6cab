import type { ClusterView, HeldShard, Member } from "./cluster-view.ts";
import { hashOf } from "./shard-of.ts";

/** Shards by the name of the member that is to have them. */
export type Plan = ReadonlyMap<string, readonly number[]>;

/** Checksums of texts that differ in their beginning differ by the same bits; stirred, they have nothing in common any more. */
function stirred(hash: number): number {
  let bits = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}

const scoreOf = (what: string, node: string): number => stirred(hashOf(`${what} ${node}`));

/** Of several members the one that this thing prefers; everybody comes to the same. */
export function preferredOf(what: string, members: readonly Member[]): Member | undefined {
  const [first, ...others] = members;
  const better = (best: Member, other: Member): Member =>
    isBefore([scoreOf(what, other.node), other.node], [scoreOf(what, best.node), best.node]) ? other : best;
  return first && others.reduce(better, first);
}

/** Higher scores first; names decide between equal ones. */
const isBefore = ([score, name]: [number, string], [than, other]: [number, string]): boolean =>
  score > than || (score === than && name < other);

/**
 * Who is to have which shard: nobody more than its share, what is in place stays, the rest goes where it prefers to be among
 * those with room. A pure function of what the database says, so that members need not agree on anything [CLU4].
 */
export function planOf({ members, shards }: ClusterView): Plan {
  const staying = members.filter(({ isLeaving }) => !isLeaving);
  const places = new Places(staying, shards.length);
  const homeless = shards.filter((shard) => !places.keep(shard));
  for (const shard of homeless) places.find(shard);
  return places.plan;
}

class Places {
  readonly #members: readonly Member[];
  readonly plan = new Map<string, number[]>();
  readonly #atLeast: number;
  /** So many members have one shard more than the others. */
  #larger: number;

  constructor(members: readonly Member[], shards: number) {
    this.#members = members;
    this.#atLeast = Math.floor(shards / Math.max(1, members.length));
    this.#larger = shards - this.#atLeast * members.length;
    for (const { node } of members) this.plan.set(node, []);
  }

  /** True when the shard may stay where it is. */
  keep({ id, owner }: HeldShard): boolean {
    const had = this.plan.get(owner);
    if (!had || !this.#hasRoom(had.length)) return false;
    this.#add(had, id);
    return true;
  }

  find({ id }: HeldShard): void {
    const withRoom = this.#members.filter(({ node }) => this.#hasRoom(this.plan.get(node)?.length ?? 0));
    const had = this.plan.get(preferredOf(`shard ${id}`, withRoom)?.node ?? "");
    if (had) this.#add(had, id);
  }

  #hasRoom(count: number): boolean {
    return count < this.#atLeast || (count === this.#atLeast && this.#larger > 0);
  }

  #add(had: number[], shard: number): void {
    if (had.length === this.#atLeast) this.#larger--;
    had.push(shard);
  }
}
