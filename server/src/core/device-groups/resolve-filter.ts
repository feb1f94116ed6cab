import {
  conditionKinds,
  conditionProblem,
  type DeviceCondition,
  type GroupProblem,
  type GroupProblemCode,
  groupProblems,
} from "@heliograph/contract";
import { bodyValidator } from "../../kernel/schema-validators.ts";
import { type Resolving, resolveCondition } from "./conditions/index.ts";
import { nothing, type SearchTree } from "./search/search-tree.ts";

/** A filter as it is looked for, and what of it finds nothing. */
export interface ResolvedFilter {
  readonly tree: SearchTree;
  findProblems(): Promise<readonly GroupProblem[]>;
}

type Path = readonly number[];

const validators = new Map(conditionKinds.map(({ kind, schema }) => [kind as string, bodyValidator(schema)]));

/** What is saved may be of another version: what this one does not understand finds nothing, and is told. */
export async function resolveFilter(saved: unknown, at: Resolving, path: Path = []): Promise<ResolvedFilter> {
  if (isNode(saved)) return resolveNode(saved, at, path);
  const condition = knownCondition(saved);
  if (!condition) return { tree: nothing, findProblems: async () => [problem(path, "UNKNOWN_CONDITION")] };
  const { tree, findProblem } = await resolveCondition(condition, at);
  return {
    tree,
    findProblems: async () => {
      const code = await findProblem?.();
      return code ? [problem(path, code)] : [];
    },
  };
}

async function resolveNode({ kind, conditions }: Node, at: Resolving, path: Path): Promise<ResolvedFilter> {
  const parts = await Promise.all(conditions.map((part, index) => resolveFilter(part, at, [...path, index])));
  return {
    tree: { of: kind === "ALL" ? "all" : "any", parts: parts.map(({ tree }) => tree) },
    findProblems: async () => (await Promise.all(parts.map((part) => part.findProblems()))).flat(),
  };
}

const problem = (path: Path, code: GroupProblemCode): GroupProblem => ({
  path: [...path],
  code,
  message: groupProblems[code],
});

interface Node {
  readonly kind: "ALL" | "ANY";
  readonly conditions: readonly unknown[];
}

function isNode(saved: unknown): saved is Node {
  if (typeof saved !== "object" || saved === null) return false;
  const { kind, conditions } = saved as Partial<Node>;
  return (kind === "ALL" || kind === "ANY") && Array.isArray(conditions);
}

function knownCondition(saved: unknown): DeviceCondition | undefined {
  const kind = (saved as { readonly kind?: unknown } | null | undefined)?.kind;
  const checked = typeof kind === "string" ? validators.get(kind)?.(structuredClone(saved)) : undefined;
  if (!checked || "error" in checked) return undefined;
  const condition = checked.value as DeviceCondition; // the schema of its kind says so
  return conditionProblem(condition) ? undefined : condition;
}
