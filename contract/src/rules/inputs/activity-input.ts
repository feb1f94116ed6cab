import type { Static } from "typebox";
import { inputKind, inputSchema } from "./input-kind.ts";

const schema = inputSchema(
  "ACTIVITY",
  {},
  "Whether the device is active: a boolean, unknown until it is first heard of",
);
export type ActivityInput = Static<typeof schema>;

export const activityInput = inputKind({
  kind: "ACTIVITY",
  schema,
  typeOf: () => "BOOLEAN",
  problemOf: () => undefined,
});
