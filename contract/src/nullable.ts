import { type Static, type TSchema, Type } from "typebox";

/** The schema, or null. One `type` list instead of `anyOf`: serializers take the short way. */
export const nullable = <T extends TSchema & { readonly type: string }>(schema: T) =>
  Type.Unsafe<Static<T> | null>({ ...schema, type: [schema.type, "null"] });
