import { type Static, Type } from "typebox";
import { keysOf, queryKind, querySchema } from "./query-kind.ts";

const schema = querySchema(
  "LATEST",
  { keys: Type.Optional(keysOf("Keys, verbatim; without, all of them")) },
  "The newest value of channels, whatever the time of the page",
);
export type LatestQuery = Static<typeof schema>;

export const latestQuery = queryKind({
  kind: "LATEST",
  schema,
  needs: ["VIEW_TELEMETRY"],
  problemOf: () => undefined,
});
