import { type Static, Type } from "typebox";
import { comparisonProblem, valueComparison } from "../comparison.ts";
import type { FilterProblemName } from "../filter-problems.ts";
import { span } from "../span.ts";
import { closed, conditionKind } from "./condition-kind.ts";

const schema = Type.Object(
  {
    kind: Type.Literal("LATEST_VALUE"),
    ...valueComparison,
    newerThanMs: span("The value is at most so old"),
    olderThanMs: span("The value is at least so old"),
  },
  { ...closed, description: "Devices by the newest value of a key of their telemetry" },
);
export type LatestValueCondition = Static<typeof schema>;

export const latestValueCondition = conditionKind({
  kind: "LATEST_VALUE",
  schema,
  needs: ["VIEW_TELEMETRY"],
  problemOf: (condition) => comparisonProblem(condition) ?? ageProblem(condition),
});

function ageProblem({ comparison, newerThanMs, olderThanMs }: LatestValueCondition): FilterProblemName | undefined {
  if (newerThanMs === undefined && olderThanMs === undefined) return undefined;
  if (comparison === "NOT_EXISTS") return "AGE_OF_NOTHING";
  return newerThanMs !== undefined && olderThanMs !== undefined && newerThanMs < olderThanMs
    ? "AGE_IMPOSSIBLE"
    : undefined;
}
