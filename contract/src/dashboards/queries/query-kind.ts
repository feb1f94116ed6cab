import { type Static, type TObject, type TProperties, Type } from "typebox";
import { ChannelKey } from "../../device-types/channel.ts";
import type { Permission } from "../../permissions.ts";
import { closed } from "../closed.ts";
import { DeviceSelection } from "../selection.ts";

/** One kind of question a page asks: its schema, and what it takes to be answered [DSH4]. */
export interface QueryKind<Kind extends string, Schema extends TObject> {
  readonly kind: Kind;
  readonly schema: Schema;
  /** Only devices are answered for in which the reader may do this [AUTH5]. */
  readonly needs: readonly Permission[];
  /** Why a question of this kind makes no sense, or undefined. */
  readonly problemOf: (query: Static<Schema>) => string | undefined;
}

/** Keeps the exact types: the union of all questions is made from them. */
export const queryKind = <const Kind extends string, Schema extends TObject>(
  definition: QueryKind<Kind, Schema>,
): QueryKind<Kind, Schema> => definition;

/** A question of a kind, about some devices. */
export const querySchema = <const Kind extends string, Fields extends TProperties>(
  kind: Kind,
  fields: Fields,
  description: string,
) => Type.Object({ kind: Type.Literal(kind), devices: DeviceSelection, ...fields }, { ...closed, description });

export const keysOf = (description: string) =>
  Type.Array(ChannelKey, { minItems: 1, maxItems: 100, description, examples: [["temperature"]] });

/** How many records of a list one question is answered with at most. */
export const recordsAtMost = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000, default: 100, description, examples: [100] }));

/** The question is about so long before the page's time. */
export const shiftMs = Type.Optional(
  Type.Integer({
    minimum: 0,
    maximum: 315_360_000_000,
    default: 0,
    description: "So many milliseconds before the time of the page; answers keep their own times",
    examples: [86_400_000],
  }),
);
