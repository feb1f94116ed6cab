import { Type } from "typebox";
import { AppError } from "../../../kernel/errors.ts";
import { anyone } from "../access.ts";
import type { HttpApp } from "../http-app.ts";
import type { HttpMetrics } from "../metrics.ts";

export interface OperationsDependencies {
  /** Resolves when the store answers and every listener accepts; else says what is missing. */
  readonly isReady: () => Promise<string | undefined>;
  readonly metrics: HttpMetrics;
}

const tags = ["Operations"];
const retryAfterMs = 1_000;

/** For whoever runs the node: health and metrics [RUN5]. */
export function operationsRoutes(app: HttpApp, { isReady, metrics }: OperationsDependencies): void {
  const Status = Type.Object({ status: Type.String({ examples: ["UP"] }) });

  app.get(
    "/health/live",
    { config: { access: anyone }, schema: { tags, summary: "The process runs", response: { 200: Status } } },
    async () => ({ status: "UP" }),
  );

  app.get(
    "/health/ready",
    {
      config: { access: anyone },
      schema: { tags, summary: "All listeners accept and the store is open", response: { 200: Status } },
    },
    async () => {
      const missing = await isReady();
      if (missing !== undefined) throw new AppError("NOT_READY", "busy", `Not ready: ${missing}`, { retryAfterMs });
      return { status: "UP" };
    },
  );

  app.get(
    "/metrics",
    {
      config: { access: anyone },
      schema: {
        tags,
        summary: "Metrics in the Prometheus text format",
        produces: ["text/plain"],
        response: { 200: Type.String({ examples: ["# TYPE heliograph_http_request_duration_seconds histogram"] }) },
      },
    },
    async (_, reply) => {
      const text = await metrics.text();
      return reply.header("content-type", metrics.contentType).serializer(String).send(text);
    },
  );
}
