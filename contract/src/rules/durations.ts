import { Type } from "typebox";

const minuteMs = 60_000;
/** The longest time a rule counts: a month and a day. */
export const longestSpanMs = 32 * 24 * 60 * minuteMs;

/** A span of time of a rule, in milliseconds. */
export const span = (description: string, example: number, minimum = 1) =>
  Type.Integer({ minimum, maximum: longestSpanMs, description, examples: [example] });

/** Unknown fields are refused: a typing error is not to be a rule that does something else. */
export const closed = { additionalProperties: false };
