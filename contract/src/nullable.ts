import { type Static, type TSchema, Type } from "typebox";

/** The schema, or null. One `type` list instead of `anyOf`: serializers take the short way. */
export const nullable = <T extends TSchema & { readonly type: string }>(schema: T) =>
  Type.Unsafe<Static<T> | null>({ ...schema, type: [schema.type, "null"] });

/** In a change: left out it stays as it is, null takes it away. Elsewhere null and missing mean the same [API7]. */
export const cleared = { "x-null": "clears" } as const;

export const clearable = <T extends TSchema & { readonly type: string }>(schema: T) =>
  Type.Optional(nullable({ ...schema, ...cleared }));
