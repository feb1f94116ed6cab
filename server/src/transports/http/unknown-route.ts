import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import createRouter, { type HTTPMethod } from "find-my-way";
import { AppError } from "../../kernel/errors.ts";
import { passOverBody } from "../pass-over-body.ts";
import { HttpError } from "./faults.ts";
import { loggableUrl } from "./loggable-url.ts";
import type { WebFiles } from "./web/web-files.ts";
import { answerWithWebFile } from "./web/web-pages.ts";

const routeNotFound = (method: string, path: string) =>
  new AppError(
    "ROUTE_NOT_FOUND",
    "not-found",
    `There is no ${method} ${loggableUrl(path)}; the API is described at /api/openapi.json`,
  );

const methodNotAllowed = (method: string, allowed: readonly string[]) =>
  new HttpError("METHOD_NOT_ALLOWED", 405, `${method} is not possible here, only ${allowed.join(", ")}`, {
    allow: allowed.join(", "),
  });

/** What is asked of no route: the web interface [API9], 405 where the path exists with another method, else 404 [API2]. */
export function answerUnknownRoutes(app: FastifyInstance, web: WebFiles): void {
  const router = createRouter({ caseSensitive: true });
  const methods = new Set<HTTPMethod>();
  app.addHook("onRoute", (route) => {
    for (const method of [route.method].flat() as HTTPMethod[]) {
      methods.add(method);
      if (!router.hasRoute(method, route.url)) router.on(method, route.url, () => undefined);
    }
  });
  const refusalOf = (request: FastifyRequest) => {
    const path = request.url.split("?", 1)[0] ?? "";
    const allowed = [...methods].filter((method) => router.find(method, path));
    return allowed.length > 0 ? methodNotAllowed(request.method, allowed) : routeNotFound(request.method, path);
  };
  // Before the body: what it is, and how long, does not matter where nobody reads it [API7].
  app.addHook("onRequest", (request, _reply, done) => {
    if (!request.is404 || request.method === "GET" || request.method === "HEAD") return done();
    if (!request.raw.complete) passOverBody(request.raw);
    done(refusalOf(request));
  });
  app.setNotFoundHandler((request: FastifyRequest, reply: FastifyReply) => {
    const page = answerWithWebFile(web, request, reply);
    if (page) return page;
    throw refusalOf(request);
  });
}
