import type { Permission, RouteAccess } from "@heliograph/contract";
import type { FastifyInstance, FastifyRequest } from "fastify";
import {
  type Callers,
  type Principal,
  permissionDenied,
  reachAndBeyond,
  reachFor,
  sessionNeeded,
  tenantNeeded,
  tokenInvalid,
  tokenMissing,
} from "../../core/access/index.ts";
import type { ShownShare } from "../../core/dashboard-shares/index.ts";
import type { Reach } from "../../core/projects/index.ts";
import { AppError } from "../../kernel/errors.ts";
import type { SessionId } from "../../kernel/ids.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    access?: RouteAccess;
  }
  interface FastifyRequest {
    principal: Principal | undefined;
    /** Whether the caller still is who they were when the request began, and may still do this [AUTH8]. */
    checkAgain(): Promise<void>;
  }
}

export interface DeclaredRoute {
  readonly method: string;
  readonly url: string;
  readonly access: RouteAccess;
}

/** Who calls these is found out by the route itself: from the body, the URL, the token of a step of the login or of a link. */
const asksNobody: ReadonlySet<RouteAccess["kind"]> = new Set(["public", "token-in-url", "login-step", "share"]);

/** Returns the list of all routes; it grows as they are registered. */
export function guardRoutes(
  app: FastifyInstance,
  callers: Callers,
  denied: (request: FastifyRequest, refusal: AppError) => Promise<void>,
): readonly DeclaredRoute[] {
  const routes: DeclaredRoute[] = [];
  app.decorateRequest("principal", undefined);
  app.addHook("onRoute", ({ method, url, config }) => {
    const access = config?.access;
    if (!access) throw new Error(`${method} ${url} does not say who may call it`);
    routes.push(...[method].flat().map((one) => ({ method: one, url, access })));
  });
  app.addHook("onRequest", (request, _reply, done) => {
    const access = request.routeOptions.config.access;
    if (!access || asksNobody.has(access.kind)) return done(); // no access: no such route
    authenticate(request, access, callers).then(
      () => done(),
      (error) => onRecord(request, error).then(() => done(error), done),
    );
  });
  // A body takes as long as its sender likes: what was allowed when it began may not be any more [AUTH8].
  app.decorateRequest("checkAgain", checkAgain);
  app.addHook("preHandler", (request, _reply, done) => {
    if (!request.principal || ["GET", "HEAD"].includes(request.method)) return done();
    request.checkAgain().then(
      () => done(),
      (error) => onRecord(request, error).then(() => done(error), done),
    );
  });
  // Where the door was open, and the place is one where the caller may only read [API3].
  app.addHook("onError", async (request, _reply, error) => onRecord(request, error));
  return routes;

  /** Reading is not: pages ask for what they may show [AUD1]. */
  async function onRecord(request: FastifyRequest, error: unknown): Promise<void> {
    const isDenied = error instanceof AppError && error.fault === "forbidden" && request.principal !== undefined;
    if (isDenied && !["GET", "HEAD"].includes(request.method)) await denied(request, error);
  }

  async function checkAgain(this: FastifyRequest): Promise<void> {
    this.principal = await callers.again(callerOf(this).credential);
    const access = this.routeOptions.config.access;
    if (access?.kind === "permissions") requireAll(this.principal, access.all);
  }
}

/** Knows the caller from here on, or refuses. */
export async function authenticate(request: FastifyRequest, access: RouteAccess, callers: Callers): Promise<void> {
  request.principal = await callers.authenticate({ ...shownSecretOf(request), address: request.ip });
  if (access.kind === "signed-in" && access.bySession) requireSession(request);
  if (access.kind === "permissions") requireAll(request.principal, access.all);
}

function requireAll(principal: Principal, needed: readonly Permission[]): void {
  const missing = needed.filter((permission) => !principal.permissions.has(permission));
  if (missing.length > 0) throw permissionDenied(missing);
}

/** `X-Authorization: Bearer …` or `ApiKey …`, and `Authorization` as well; an empty one counts as none [API1, AUTH10]. */
function shownSecretOf(request: FastifyRequest): { readonly secret: string; readonly isKey: boolean } {
  const candidates = [request.headers["x-authorization"], request.headers.authorization];
  const header = candidates.map((value) => String(value ?? "").trim()).find((text) => text !== "");
  if (header === undefined) throw tokenMissing();
  const [, scheme = "", secret] = /^(Bearer|ApiKey) +(\S+)$/i.exec(header) ?? [];
  if (secret === undefined) throw tokenInvalid();
  return { secret, isKey: scheme.toLowerCase() === "apikey" };
}

/** The token of a step of the login, whoever's [AUTH9]. */
export function stepTokenOf(request: FastifyRequest): string {
  const { secret, isKey } = shownSecretOf(request);
  if (isKey) throw tokenInvalid();
  return secret;
}

/** What whoever has a link to a dashboard shows; empty where that is nothing, which is as good as a wrong one [DSH6]. */
export function shownShareOf({ headers, ip }: FastifyRequest): ShownShare {
  const [, token = ""] = /^Share +(\S+)$/i.exec(String(headers["x-authorization"] ?? "").trim()) ?? [];
  const pass = headers["x-share-pass"];
  return { token, pass: typeof pass === "string" ? pass : undefined, address: ip };
}

/** The caller of a route that is not public. */
export function callerOf(request: FastifyRequest): Principal {
  if (!request.principal) throw tokenMissing();
  return request.principal;
}

/** The session in which the caller asks; an API key has none. */
export function requireSession(request: FastifyRequest): SessionId {
  const { credential } = callerOf(request);
  if (credential.kind !== "session") throw sessionNeeded();
  return credential.id;
}

/** Where the caller may do what the route does; a system administrator stands outside of all tenants [PRJ1]. */
export function reachOf(request: FastifyRequest): Reach {
  const access = request.routeOptions.config.access;
  if (access?.kind !== "permissions") throw new Error(`${request.routeOptions.url} names no permission to reach by`);
  return reachToAll(request, access.all);
}

/** Where the caller may do all of this. */
export function reachToAll(request: FastifyRequest, needed: readonly Permission[]): Reach {
  const reach = reachAndBeyond(callerOf(request), needed);
  if (!reach) throw tenantNeeded();
  return reach;
}

/** Where the caller may see alarms; undefined is nowhere [ALM4]. */
export const alarmReachOf = (request: FastifyRequest): Reach | undefined =>
  reachFor(callerOf(request), ["VIEW_ALARMS"]);
