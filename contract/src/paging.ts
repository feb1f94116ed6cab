import { type TSchema, Type } from "typebox";

/** Every list is asked for in this way [API5]. */
export const pageQuery = {
  page: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 2147483647, default: 0, description: "Page number, from 0", examples: [0] }),
  ),
  limit: Type.Optional(
    Type.Integer({
      minimum: -1,
      maximum: 2147483647,
      not: { const: 0 },
      default: 100,
      description: "Records per page, also called pageSize; -1 returns everything in one response",
      examples: [100],
    }),
  ),
};

/** Every list answers in this form [API5]. */
export const pageOf = <T extends TSchema>(record: T) =>
  Type.Object({
    data: Type.Array(record),
    totalPages: Type.Integer({ description: "1 when everything is returned at once", examples: [1] }),
    totalElements: Type.Integer({ examples: [1] }),
    hasNext: Type.Boolean(),
  });
