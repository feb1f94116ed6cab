import { operationsRoutes } from "@heliograph/contract";
import { AppError } from "../../../kernel/errors.ts";
import type { HttpApp } from "../../http-app.ts";
import { register } from "../../register.ts";
import type { HttpMetrics } from "../metrics.ts";
import { type MetricsAccess, mayReadMetrics } from "../metrics-access.ts";

export interface OperationsDependencies {
  /** Resolves when the store answers and every listener accepts; else says what is missing. */
  readonly isReady: () => Promise<string | undefined>;
  readonly metrics: HttpMetrics;
  readonly options: MetricsAccess & { readonly metricsPort: number | undefined };
}

const retryAfterMs = 1_000;

const metricsElsewhere = () =>
  new AppError("METRICS_ELSEWHERE", "not-found", "Metrics have a port of their own here: HELIO_METRICS_PORT");
const metricsClosed = () =>
  new AppError(
    "METRICS_NOT_ALLOWED",
    "forbidden",
    "Metrics are told to this machine, or to whoever sends their token: HELIO_METRICS_ACCESS, HELIO_METRICS_TOKEN",
  );

/** For whoever runs the node: health and metrics [RUN5]. */
export function serveOperations(app: HttpApp, { isReady, metrics, options }: OperationsDependencies): void {
  register(app, operationsRoutes, {
    live: async () => ({ status: "UP" }),

    ready: async () => {
      const missing = await isReady();
      if (missing !== undefined) throw new AppError("NOT_READY", "busy", `Not ready: ${missing}`, { retryAfterMs });
      return { status: "UP" };
    },

    metrics: async (request, reply) => {
      if (options.metricsPort !== undefined) throw metricsElsewhere();
      if (!mayReadMetrics(options, request)) throw metricsClosed();
      const text = await metrics.text();
      return reply.header("content-type", metrics.contentType).serializer(String).send(text);
    },
  });
}
