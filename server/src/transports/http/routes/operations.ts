import { operationsRoutes } from "@heliograph/contract";
import { Type } from "typebox";
import { AppError } from "../../../kernel/errors.ts";
import type { HttpApp } from "../../http-app.ts";
import { register } from "../../register.ts";
import type { HttpMetrics } from "../metrics.ts";

export interface OperationsDependencies {
  /** Resolves when the store answers and every listener accepts; else says what is missing. */
  readonly isReady: () => Promise<string | undefined>;
  readonly metrics: HttpMetrics;
}

const retryAfterMs = 1_000;

/** For whoever runs the node: health and metrics [RUN5]. */
export function serveOperations(app: HttpApp, { isReady, metrics }: OperationsDependencies): void {
  const _Status = Type.Object({ status: Type.String({ examples: ["UP"] }) });

  register(app, operationsRoutes, {
    live: async () => ({ status: "UP" }),

    ready: async () => {
      const missing = await isReady();
      if (missing !== undefined) throw new AppError("NOT_READY", "busy", `Not ready: ${missing}`, { retryAfterMs });
      return { status: "UP" };
    },

    metrics: async (_, reply) => {
      const text = await metrics.text();
      return reply.header("content-type", metrics.contentType).serializer(String).send(text);
    },
  });
}
