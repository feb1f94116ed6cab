import { Type } from "typebox";

/** `now`, `now-6h`, `now-1d/d` (a day ago, cut to the beginning of that day), or Unix milliseconds. */
const momentPattern = "^(now([+-]\\d{1,5}[smhdwMy])?(/[mhdwMy])?|-?\\d{1,16})$";

export const MomentExpression = Type.String({
  pattern: momentPattern,
  "x-must": "must be a moment such as now, now-6h, now-1d/d, or Unix milliseconds",
  description: "A moment: now, so much before or after it, cut to the beginning of a unit; or Unix milliseconds",
  examples: ["now-6h"],
});
