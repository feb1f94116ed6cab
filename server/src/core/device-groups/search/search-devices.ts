import { IdSet } from "../../../kernel/id-set.ts";
import type { DeviceId } from "../../../kernel/ids.ts";
import type { SearchTree, Source } from "./search-tree.ts";

/** Counting stops here: where every condition has more, their order matters less than the time to find it out. */
export const countedAtMost = 4_000;
/** What is counted no further is taken for so many. */
const takenForMany = 32_000;
/** Looking one device up costs about as much as reading so many entries of an index in a row. */
const probeCost = 16;

/** Whether it is cheaper to look each of these up than to read all that match and see which are among them. */
export const isWorthProbing = (candidates: number, estimated: number): boolean =>
  candidates * probeCost <= (estimated === countedAtMost ? takenForMany : estimated);

type Found = IdSet<DeviceId>;

/** A part of the tree with about how many devices meet it. */
interface Weighed {
  readonly tree: SearchTree;
  readonly estimate: number;
  readonly parts: readonly Weighed[];
}

/**
 * Which devices meet the conditions. Of what has to be met together, the rarest is asked first and each one after it only
 * about what is left; what is to be left out comes last. `base` is every device there is for who asks.
 */
export async function searchDevices(tree: SearchTree, base: Source): Promise<Found> {
  return find(await weighed(tree), undefined);

  async function find({ tree: wanted, estimate, parts }: Weighed, within: Found | undefined): Promise<Found> {
    if (within?.size === 0) return within;
    switch (wanted.of) {
      case "source":
        return wanted.source.matching(within, estimate);
      case "not":
        return leftOut(parts, within ?? (await allDevices()));
      case "any":
        return eitherOf(parts, within);
      case "all":
        return together(parts, within);
    }
  }

  async function together(parts: readonly Weighed[], within: Found | undefined): Promise<Found> {
    const sorted = parts.toSorted(byEstimate);
    const broad = sorted.filter((part) => isReadWhole(part, sorted[0]?.estimate ?? 0));
    let left = await fetchedTogether(broad, within);
    for (const part of sorted) if (!broad.includes(part)) left = await find(part, left);
    return left ?? allDevices();
  }

  /** What is read whole anyway is read side by side; the shortest is taken, and of the others what is in it. */
  async function fetchedTogether(parts: readonly Weighed[], within: Found | undefined): Promise<Found | undefined> {
    const fetched = await Promise.all(
      parts.flatMap(({ tree: part }) => (part.of === "source" && part.source.fetch?.()) || []),
    );
    let left = within;
    for (const one of fetched.toSorted((a, b) => a.size - b.size)) left = await one.among(left);
    return left;
  }

  async function eitherOf(parts: readonly Weighed[], within: Found | undefined): Promise<Found> {
    const found = new IdSet<DeviceId>();
    for (const part of parts) found.addAll(await find(part, within));
    return found;
  }

  async function leftOut(parts: readonly Weighed[], within: Found): Promise<Found> {
    let left = within;
    for (const part of parts) left = left.without(await find(part, left));
    return left;
  }

  async function allDevices(): Promise<Found> {
    return base.matching(undefined, await base.estimate(countedAtMost));
  }
}

/** Where even the rarest condition leaves too many to look each of them up. */
const isReadWhole = ({ tree, estimate }: Weighed, rarest: number): boolean =>
  tree.of === "source" && tree.source.fetch !== undefined && !isWorthProbing(rarest, estimate);

/** Also where both are infinite. */
const byEstimate = (a: Weighed, b: Weighed): number => (a.estimate < b.estimate ? -1 : a.estimate > b.estimate ? 1 : 0);

async function weighed(tree: SearchTree): Promise<Weighed> {
  const parts = await Promise.all(partsOf(tree).map(weighed));
  const estimates = parts.map(({ estimate }) => estimate);
  switch (tree.of) {
    case "source":
      return { tree, parts, estimate: await tree.source.estimate(countedAtMost) };
    case "not":
      return { tree, parts, estimate: Number.POSITIVE_INFINITY };
    case "any":
      return { tree, parts, estimate: estimates.reduce((sum, one) => sum + one, 0) };
    case "all":
      return { tree, parts, estimate: Math.min(Number.POSITIVE_INFINITY, ...estimates) };
  }
}

/** What has to be met together is ordered together, however deep it was said. */
function partsOf(tree: SearchTree): readonly SearchTree[] {
  if (tree.of === "source") return [];
  if (tree.of === "not") return [tree.part];
  if (tree.of === "any") return tree.parts;
  return tree.parts.flatMap((part) => (part.of === "all" && part.parts.length > 0 ? partsOf(part) : [part]));
}
