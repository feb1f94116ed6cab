import type { LatestValueCondition } from "@heliograph/contract";
import { type EpochMs, epochMs } from "../../../kernel/time.ts";
import type { LatestQuestion } from "../latest-matches.ts";
import { latestSource } from "../search/latest-source.ts";
import { from } from "../search/search-tree.ts";
import type { Resolve, Resolving } from "./resolve.ts";

export const resolveLatestValue: Resolve<LatestValueCondition> = async (condition, at) => {
  const { key, comparison, value, newerThanMs, olderThanMs } = condition;
  const tree = (question: LatestQuestion) => from(latestSource(at, at.reach.tenantId, question));
  const present: LatestQuestion = { key, comparison: "EXISTS" };
  if (comparison === "NOT_EXISTS") return { tree: { of: "not", part: tree(present) } };
  const age = { notBefore: ago(at, newerThanMs), notAfter: ago(at, olderThanMs) };
  return {
    tree: tree({ key, comparison, value, ...age }),
    findProblem: async () => ((await at.latest.estimate(at.reach.tenantId, present)) === 0 ? "KEY_UNUSED" : undefined),
  };
};

const ago = ({ now }: Resolving, ms: number | undefined): EpochMs | undefined =>
  ms === undefined ? undefined : epochMs(Math.max(0, now - ms));
