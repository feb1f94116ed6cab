import type { FastifyInstance, FastifyRequest } from "fastify";

export interface CrossOriginOptions {
  /** Pages of these origins may call the API; of no others. */
  readonly corsOrigins: readonly string[];
}

/** How long a browser need not ask again, in seconds. */
const askAgainAfter = "600";

/** What a page may send and read beside what every page may. Cookies are none of it: there are none [AUTH10]. */
const preflightAnswer = {
  "access-control-allow-methods": "GET, POST, PUT, DELETE",
  "access-control-allow-headers": "authorization, content-type, range, x-authorization",
  "access-control-max-age": askAgainAfter,
} as const;
const exposedHeaders =
  "accept-ranges, content-disposition, content-range, retry-after, x-refusal, x-total-keys, x-total-points";

/** Lets pages of the listed origins call the API from a browser. To be called before anything refuses a request. */
export function allowOrigins(app: FastifyInstance, { corsOrigins }: CrossOriginOptions): void {
  if (corsOrigins.length === 0) return;
  const allowed = new Set(corsOrigins);
  app.addHook("onRequest", (request, reply, done) => {
    if (!/^\/api\//i.test(request.url)) return done();
    reply.header("vary", "Origin");
    const { origin } = request.headers;
    if (origin === undefined || !allowed.has(origin)) return done();
    reply.headers({ "access-control-allow-origin": origin, "access-control-expose-headers": exposedHeaders });
    if (!isPreflight(request)) return done();
    reply.code(204).headers(preflightAnswer).send();
  });
}

const isPreflight = ({ method, headers }: FastifyRequest): boolean =>
  method === "OPTIONS" && headers["access-control-request-method"] !== undefined;
