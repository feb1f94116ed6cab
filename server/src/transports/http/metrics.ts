import type { FastifyInstance } from "fastify";
import { Histogram, type Registry } from "prom-client";
import { LoopDelay } from "./loop-delay.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** So long before it was handled it may have arrived. */
    arrivedBeforeMs: number;
  }
}

/** What a request is counted under. */
interface Answered {
  readonly method: string;
  readonly route: string;
  readonly status: string;
}

export interface HttpMetrics {
  /** For requests that are answered beside the routes: counts one that was answered as soon as it was seen. */
  counterOf(answered: Answered): () => void;
  readonly contentType: string;
  text(): Promise<string>;
}

const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const msPerSecond = 1_000;

/** Counts and times requests by route, never by URL: the number of series stays bounded. */
export function measureRequests(app: FastifyInstance, registry: Registry): HttpMetrics {
  const durations = new Histogram({
    name: "heliograph_http_request_duration_seconds",
    help: "Time from the arrival of a request to the end of its response, by route; how late the event loop was counts",
    labelNames: ["method", "route", "status"] as const,
    buckets,
    registers: [registry],
  });
  const delay = new LoopDelay();
  app.decorateRequest("arrivedBeforeMs", 0);
  app.addHook("onRequest", (request, _reply, done) => {
    request.arrivedBeforeMs = delay.currentMs;
    done();
  });
  app.addHook("onClose", async () => delay[Symbol.dispose]());
  app.addHook("onResponse", (request, reply, done) => {
    const route = request.routeOptions.url ?? "unknown";
    durations.observe(
      { method: request.method, route, status: String(reply.statusCode) },
      (reply.elapsedTime + request.arrivedBeforeMs) / msPerSecond,
    );
    done();
  });
  const counterOf = (answered: Answered) => {
    const counted = durations.labels({ ...answered });
    return () => counted.observe(delay.currentMs / msPerSecond);
  };
  return { counterOf, contentType: registry.contentType, text: () => registry.metrics() };
}
