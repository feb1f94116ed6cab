import type { FastifyInstance } from "fastify";
import { Histogram, type Registry } from "prom-client";

/** What a request is counted under. */
interface Answered {
  readonly method: string;
  readonly route: string;
  readonly status: string;
}

export interface HttpMetrics {
  /** For requests that are answered beside the routes: counts one that took next to no time. */
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
    help: "Time from the request line to the end of the response, by route",
    labelNames: ["method", "route", "status"] as const,
    buckets,
    registers: [registry],
  });
  app.addHook("onResponse", (request, reply, done) => {
    const route = request.routeOptions.url ?? "unknown";
    durations.observe(
      { method: request.method, route, status: String(reply.statusCode) },
      reply.elapsedTime / msPerSecond,
    );
    done();
  });
  const counterOf = (answered: Answered) => {
    const counted = durations.labels({ ...answered });
    return () => counted.observe(0);
  };
  return { counterOf, contentType: registry.contentType, text: () => registry.metrics() };
}
