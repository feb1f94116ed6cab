import type { Static } from "typebox";
import { keysOf, queryKind, querySchema, shiftMs } from "./query-kind.ts";

const schema = querySchema(
  "CHANGES",
  { keys: keysOf("Keys, verbatim"), shiftMs },
  "When values became other ones: the states of a channel. The first one tells what was there when the time begins",
);
export type ChangesQuery = Static<typeof schema>;

export const changesQuery = queryKind({
  kind: "CHANGES",
  schema,
  needs: ["VIEW_TELEMETRY"],
  problemOf: () => undefined,
});
