import { LimitTableQuery, LimitTableReport } from "../rules/index.ts";
import { needs } from "./access.ts";
import { routesOf } from "./route.ts";

export const ruleLimitRoutes = routesOf({
  importLimits: {
    method: "POST",
    path: "/api/rules/limits",
    access: needs("EDIT_RULES"),
    work: "imports",
    tag: "Rules",
    summary:
      "Create rules from a table of limits as CSV: columns telemetry_key, type or device (a name), severity, limit, dead_band, " +
      "duration, text",
    description:
      "A limit is a number, above which it is too much, or one after >, >=, < or <=. A duration is 90s, 5min, 2h or a number of " +
      "seconds. Rows with the same key, type or device, text and direction are the severities of one rule. All of the rules are " +
      "made or, while a row has a problem, none; names that are there already are skipped.",
    consumes: ["text/csv"],
    query: LimitTableQuery,
    answers: { 200: LimitTableReport },
  },
});
