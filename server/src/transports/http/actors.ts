import type { FastifyInstance, FastifyRequest } from "fastify";
import { type Actor, actingAs } from "../../core/audit/index.ts";

/** What a handler does from here on is done by the caller; what is on record says so [AUD1]. */
export function nameActors(app: FastifyInstance): void {
  app.addHook("preHandler", (request, _reply, done) => {
    const kind = request.routeOptions.config.access?.kind;
    if (kind === undefined || kind === "token-in-url") return done(); // a device, or whoever has a link
    actingAs(actorOf(request), done);
  });
}

export function actorOf({ principal, ip }: FastifyRequest): Actor {
  if (!principal) return { kind: "nobody", userId: null, name: "", address: ip, tenantId: null };
  const { userId, username, tenantId = null, keyName, openedUntil } = principal;
  const who = { userId, name: username, address: ip, tenantId };
  if (openedUntil !== undefined) return { kind: "opened", ...who };
  return keyName === undefined ? { kind: "user", ...who } : { kind: "key", keyName, ...who };
}
