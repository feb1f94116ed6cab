import { Type } from "typebox";

/** A hundred years: longer than anything was ever measured by this. */
const longestSpanMs = 3_155_760_000_000;

/** A length of time that reaches back from now. */
export const span = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 1, maximum: longestSpanMs, description, examples: [3_600_000] }));
