import type { FastifyInstance } from "fastify";

/** A year, as browsers expect it of those who mean it. */
const strictTransport = "max-age=31536000";
export const noSniff = { "x-content-type-options": "nosniff" } as const;
/** Whatever is opened as a page by itself loads nothing, and shows in nobody's frame; pages have a policy of their own. */
const closedPolicy = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'";

/**
 * What every answer says [API12]: it is of the type it claims to be, loads nothing and is in no frame; over TLS, that TLS is
 * the way; and, for everything of the API that does not say otherwise, that nobody keeps a copy.
 */
export function protectAnswers(app: FastifyInstance): void {
  app.addHook("onSend", (request, reply, payload, done) => {
    reply.headers({ ...noSniff, "referrer-policy": "no-referrer" });
    if (!reply.hasHeader("content-security-policy")) reply.header("content-security-policy", closedPolicy);
    if ("encrypted" in request.raw.socket) reply.header("strict-transport-security", strictTransport);
    if (isOfApi(request.url) && !reply.hasHeader("cache-control")) reply.header("cache-control", "no-store");
    done(null, payload);
  });
}

const isOfApi = (url: string): boolean => /^\/api\//i.test(url) || url.startsWith("/status.php");
