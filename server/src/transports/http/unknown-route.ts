import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import createRouter, { type HTTPMethod } from "find-my-way";
import { AppError } from "../../kernel/errors.ts";
import { passOverBody } from "../pass-over-body.ts";
import type { StrayContacts } from "../stray-contacts.ts";
import { HttpError } from "./faults.ts";
import { loggableUrl } from "./loggable-url.ts";
import { sharedPageHeaders } from "./web/security-headers.ts";
import type { WebFiles } from "./web/web-files.ts";
import { answerWithWebFile, sharedPageIn } from "./web/web-pages.ts";

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

/** Which methods a path has; looked up in a tree of its own, made when somebody asks for what does not exist. */
class KnownRoutes {
  readonly #paths = new Map<HTTPMethod, Set<string>>();
  #router: ReturnType<typeof createRouter> | undefined;

  add(methods: readonly HTTPMethod[], path: string): void {
    for (const method of methods) this.#pathsOf(method).add(path);
  }

  methodsAt(path: string): HTTPMethod[] {
    this.#router ??= this.#plant();
    const router = this.#router;
    return [...this.#paths.keys()].filter((method) => router.find(method, path));
  }

  #pathsOf(method: HTTPMethod): Set<string> {
    const paths = this.#paths.get(method) ?? new Set();
    this.#paths.set(method, paths);
    return paths;
  }

  #plant(): ReturnType<typeof createRouter> {
    const router = createRouter({ caseSensitive: true });
    for (const [method, paths] of this.#paths) for (const path of paths) router.on(method, path, () => undefined);
    return router;
  }
}

/** What is asked of no route: the web interface [API9], 405 where the path exists with another method, else 404 [API2]. */
export function answerUnknownRoutes(
  app: FastifyInstance,
  web: WebFiles,
  framedBy: (share: string) => Promise<readonly string[]>,
  strayed: StrayContacts,
): void {
  const routes = new KnownRoutes();
  app.addHook("onRoute", (route) => routes.add([route.method].flat() as HTTPMethod[], route.url));
  const refusalOf = async (request: FastifyRequest) => {
    const path = request.url.split("?", 1)[0] ?? "";
    const allowed = routes.methodsAt(path);
    await strayed(request, path, allowed);
    return allowed.length > 0 ? methodNotAllowed(request.method, allowed) : routeNotFound(request.method, path);
  };
  // Before the body: what it is, and how long, does not matter where nobody reads it [API7].
  app.addHook("onRequest", (request, _reply, done) => {
    if (!request.is404 || request.method === "GET" || request.method === "HEAD") return done();
    if (!request.raw.complete) passOverBody(request.raw);
    refusalOf(request).then(done, done);
  });
  app.setNotFoundHandler(async (request: FastifyRequest, reply: FastifyReply) => {
    const share = sharedPageIn(request.url);
    const headers = share === undefined ? undefined : sharedPageHeaders(await framedBy(share));
    const page = answerWithWebFile(web, request, reply, headers);
    if (page) return page;
    throw await refusalOf(request);
  });
}
