import type { Permission, RouteAccess } from "@heliograph/contract";
import type { FastifyInstance, FastifyRequest } from "fastify";
import {
  type Principal,
  permissionDenied,
  reachFor,
  type Sessions,
  tokenInvalid,
  tokenMissing,
} from "../../core/access/index.ts";
import type { Reach } from "../../core/projects/index.ts";
import { AppError } from "../../kernel/errors.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    access?: RouteAccess;
  }
  interface FastifyRequest {
    principal: Principal | undefined;
  }
}

export interface DeclaredRoute {
  readonly method: string;
  readonly url: string;
  readonly access: RouteAccess;
}

/** Returns the list of all routes; it grows as they are registered. */
export function guardRoutes(app: FastifyInstance, sessions: Sessions): readonly DeclaredRoute[] {
  const routes: DeclaredRoute[] = [];
  app.decorateRequest("principal", undefined);
  app.addHook("onRoute", ({ method, url, config }) => {
    const access = config?.access;
    if (!access) throw new Error(`${method} ${url} does not say who may call it`);
    routes.push(...[method].flat().map((one) => ({ method: one, url, access })));
  });
  app.addHook("onRequest", (request, _reply, done) => {
    const access = request.routeOptions.config.access;
    if (!access || access.kind === "public" || access.kind === "token-in-url") return done(); // no access: no such route
    authenticate(request, access, sessions).then(() => done(), done);
  });
  return routes;
}

/** Knows the caller from here on, or refuses. */
export async function authenticate(request: FastifyRequest, access: RouteAccess, sessions: Sessions): Promise<void> {
  request.principal = await sessions.authenticate(bearerTokenOf(request));
  if (access.kind === "permissions") requireAll(request.principal, access.all);
}

function requireAll(principal: Principal, needed: readonly Permission[]): void {
  const missing = needed.filter((permission) => !principal.permissions.has(permission));
  if (missing.length > 0) throw permissionDenied(missing);
}

/** `X-Authorization: Bearer …`, and `Authorization: Bearer …` as well; an empty one counts as none [API1]. */
function bearerTokenOf(request: FastifyRequest): string {
  const candidates = [request.headers["x-authorization"], request.headers.authorization];
  const header = candidates.map((value) => String(value ?? "").trim()).find((text) => text !== "");
  if (header === undefined) throw tokenMissing();
  const match = /^Bearer +(\S+)$/i.exec(header);
  if (!match?.[1]) throw tokenInvalid();
  return match[1];
}

/** The caller of a route that is not public. */
export function callerOf(request: FastifyRequest): Principal {
  if (!request.principal) throw tokenMissing();
  return request.principal;
}

/** Where the caller may do what the route does; a system administrator stands outside of all tenants [PRJ1]. */
export function reachOf(request: FastifyRequest): Reach {
  const access = request.routeOptions.config.access;
  if (access?.kind !== "permissions") throw new Error(`${request.routeOptions.url} names no permission to reach by`);
  return reachToAll(request, access.all);
}

/** Where the caller may do all of this. */
export function reachToAll(request: FastifyRequest, needed: readonly Permission[]): Reach {
  const reach = reachFor(callerOf(request), needed);
  if (!reach) throw tenantNeeded();
  return reach;
}

const tenantNeeded = () =>
  new AppError("TENANT_NEEDED", "forbidden", "A system administrator belongs to no tenant; log in as one of its users");
