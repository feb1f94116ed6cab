import type { FastifyInstance, FastifyRequest } from "fastify";
import { type Actor, type Audit, type AuditedAct, actingAs } from "../../core/audit/index.ts";
import type { AppError } from "../../kernel/errors.ts";

/** What a handler does from here on is done by the caller; what is on record says so [AUD1]. */
export function nameActors(app: FastifyInstance): void {
  app.addHook("preHandler", (request, _reply, done) => {
    const kind = request.routeOptions.config.access?.kind;
    if (kind === undefined || kind === "token-in-url" || kind === "share") return done(); // a device, or whoever has a link
    actingAs(actorOf(request), done);
  });
}

type Denied = AuditedAct["entity"];

/**
 * Puts on record what a caller tried and may not do [AUD1]: with what it was tried on, where they may know that it is
 * there, else with themselves.
 */
export const denialsTo =
  (audit: Audit, known: (request: FastifyRequest) => Promise<Denied | undefined>) =>
  async (request: FastifyRequest, refusal: AppError): Promise<void> => {
    const actor = actorOf(request);
    if (actor.userId === null || audit.isOnRecord(refusal)) return;
    const facts = { method: request.method, route: request.routeOptions.url };
    const entity = (await known(request)) ?? ({ type: "USER", id: actor.userId, name: actor.name } as const);
    await audit.refused({ action: "ACCESS_DENIED", entity, facts }, refusal, actor);
  };

export function actorOf({ principal, ip }: FastifyRequest): Actor {
  if (!principal) return { kind: "nobody", userId: null, name: "", address: ip, tenantId: null };
  const { userId, username, tenantId = null, keyName, openedUntil } = principal;
  const who = { userId, name: username, address: ip, tenantId };
  if (openedUntil !== undefined) return { kind: "opened", ...who };
  return keyName === undefined ? { kind: "user", ...who } : { kind: "key", keyName, ...who };
}
