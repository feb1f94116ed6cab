import type { Static, TObject } from "typebox";

/** One kind of condition: its schema, and what the schema cannot say. */
export interface ConditionKind<Kind extends string, Schema extends TObject> {
  readonly kind: Kind;
  readonly schema: Schema;
  /** It looks at attributes or telemetry: who may not read these is not to find out by it [AUTH5]. */
  readonly looksAtValues: boolean;
  /** Why a condition of this kind makes no sense, or undefined. For the server and for editors. */
  readonly problemOf: (condition: Static<Schema>) => string | undefined;
}

/** Keeps the exact types: the union of all conditions is made from them. */
export const conditionKind = <const Kind extends string, Schema extends TObject>(
  definition: ConditionKind<Kind, Schema>,
): ConditionKind<Kind, Schema> => definition;

/** Unknown fields are refused: a typing error is not to be a condition that matches everything. */
export const closed = { additionalProperties: false };

/** How many ids a condition names at most. */
export const idsAtMost = 100;
