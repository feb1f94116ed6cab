import { Type } from "typebox";
import { anyone } from "./access.ts";
import { routesOf } from "./route.ts";

const tag = "Operations";

const Status = Type.Object({ status: Type.String({ examples: ["UP"] }) });

export const operationsRoutes = routesOf({
  live: {
    method: "GET",
    path: "/health/live",
    access: anyone,
    tag,
    summary: "The process runs",
    answers: { 200: Status },
  },

  ready: {
    method: "GET",
    path: "/health/ready",
    access: anyone,
    tag,
    summary: "All listeners accept and the store is open",
    answers: { 200: Status },
  },

  metrics: {
    method: "GET",
    path: "/metrics",
    access: anyone,
    tag,
    summary: "Metrics in the Prometheus text format",
    answerForm: "text",
    produces: ["text/plain"],
    answers: { 200: Type.String({ examples: ["# TYPE heliograph_http_request_duration_seconds histogram"] }) },
  },
});
