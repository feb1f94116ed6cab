import type { Static, TObject } from "typebox";
import type { Permission } from "../../permissions.ts";
import type { FilterProblemName } from "../filter-problems.ts";

/** One kind of condition: its schema, and what the schema cannot say. */
export interface ConditionKind<Kind extends string, Schema extends TObject> {
  readonly kind: Kind;
  readonly schema: Schema;
  /** What it looks at beyond the device: who may not read that is not to find it out by a filter [AUTH5]. */
  readonly needs: readonly Permission[];
  /** Why a condition of this kind makes no sense, or undefined. For the server and for editors. */
  readonly problemOf: (condition: Static<Schema>) => FilterProblemName | undefined;
}

/** Keeps the exact types: the union of all conditions is made from them. */
export const conditionKind = <const Kind extends string, Schema extends TObject>(
  definition: ConditionKind<Kind, Schema>,
): ConditionKind<Kind, Schema> => definition;

/** Unknown fields are refused: a typing error is not to be a condition that matches everything. */
export const closed = { additionalProperties: false };

/** How many ids a condition names at most. */
export const idsAtMost = 100;
