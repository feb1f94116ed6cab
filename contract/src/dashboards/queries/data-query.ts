import { type Static, Type } from "typebox";
import type { Permission } from "../../permissions.ts";
import { alarmsQuery } from "./alarms-query.ts";
import { attributesQuery } from "./attributes-query.ts";
import { changesQuery } from "./changes-query.ts";
import { filesQuery } from "./files-query.ts";
import { latestQuery } from "./latest-query.ts";
import { seriesQuery } from "./series-query.ts";

/** Every kind of question a page can ask [DSH4]. */
export const queryKinds = [seriesQuery, latestQuery, changesQuery, attributesQuery, alarmsQuery, filesQuery] as const;

export type DataQuery = Static<(typeof queryKinds)[number]["schema"]>;
export type DataQueryKind = DataQuery["kind"];

export const DataQuery = Type.Unsafe<DataQuery>({
  type: "object",
  discriminator: { propertyName: "kind" },
  required: ["kind"],
  oneOf: queryKinds.map(({ schema }) => schema),
});

/** The module of a question. Its functions take questions of its own kind only, which is why they are asked for here. */
function moduleOf({ kind }: DataQuery) {
  const found = queryKinds.find((one) => one.kind === kind);
  if (!found) throw new Error(`no question of the kind ${kind}`);
  return found as unknown as {
    readonly needs: readonly Permission[];
    problemOf(query: DataQuery): string | undefined;
  };
}

export const queryProblem = (query: DataQuery): string | undefined => moduleOf(query).problemOf(query);
export const neededByQuery = (query: DataQuery): readonly Permission[] => moduleOf(query).needs;
