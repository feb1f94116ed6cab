import { Type } from "typebox";
import { DataRequest } from "../dashboards/queries/data-request.ts";
import { needs } from "./access.ts";
import { routesOf } from "./route.ts";

/** All that a page shows [DSH4]. */
export const dashboardDataRoutes = routesOf({
  data: {
    method: "POST",
    path: "/api/dashboardData",
    access: needs("VIEW_DEVICES"),
    work: "reads",
    tag: "Dashboards",
    summary: "Everything a page shows, in one request: histories, newest values, states, attributes, alarms, files",
    description:
      "The answer is a line of JSON for each piece of it, as it is read. `devices` names the devices of some questions; " +
      "`series`, `latest`, `attributes`, `alarms` and `files` answer them; `problem` says why one cannot be answered, " +
      "which leaves the others alone; `done` ends a question and `end` the whole. Only what the caller may read is there: " +
      "devices out of reach are passed over, and a question needs the permission of what it asks for.",
    body: DataRequest,
    answerForm: "stream",
    produces: ["application/jsonl"],
    answers: { 200: Type.String({ description: "A line for each piece of the answer" }) },
  },
});
