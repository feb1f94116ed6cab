import type { Readable } from "node:stream";
import type { Permission, RouteAccess } from "@heliograph/contract";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { concernsPrincipal, type Principal, permissionDenied, type Sessions } from "../../core/access/index.ts";
import type { EventBus } from "../../core/events/index.ts";
import { AppError } from "../../kernel/errors.ts";

interface OpenAnswer {
  readonly body: Readable;
  readonly principal: Principal;
  readonly needed: readonly Permission[];
}

/**
 * Answers that are being streamed: lists, exports, downloads. Each is cut off in the moment in which its reader may not
 * have it any more; a change made by another process is noticed by `recheck` [AUTH8].
 */
export class OpenAnswers {
  readonly #sessions: Sessions;
  readonly #open = new Set<OpenAnswer>();

  constructor(sessions: Sessions, events: EventBus) {
    this.#sessions = sessions;
    events.subscribe("access-changed", (change) => {
      void this.#recheckThose(({ principal }) => concernsPrincipal(change, principal));
    });
  }

  /** Watches every body that is a stream and is somebody's. */
  watch(app: FastifyInstance): void {
    app.addHook("onSend", (request, _reply, payload, done) => {
      if (isStream(payload) && request.principal) this.#add(request, request.principal, payload);
      done(null, payload);
    });
  }

  recheck(): Promise<void> {
    return this.#recheckThose(() => true);
  }

  #add(request: FastifyRequest, principal: Principal, body: Readable): void {
    const answer = { body, principal, needed: neededFor(request.routeOptions.config.access) };
    this.#open.add(answer);
    body.once("close", () => this.#open.delete(answer));
    void this.#check(answer); // something may have changed since the request came
  }

  async #recheckThose(isConcerned: (answer: OpenAnswer) => boolean): Promise<void> {
    await Promise.all([...this.#open].filter(isConcerned).map((answer) => this.#check(answer)));
  }

  /** Where the store does not answer, the next check asks again. */
  async #check({ body, principal, needed }: OpenAnswer): Promise<void> {
    try {
      const { permissions } = await this.#sessions.principalOf(principal.sessionId);
      const missing = needed.filter((permission) => !permissions.has(permission));
      if (missing.length > 0) body.destroy(permissionDenied(missing));
    } catch (error) {
      if (error instanceof AppError && error.fault === "unauthenticated") body.destroy(error);
    }
  }
}

function neededFor(access: RouteAccess | undefined): readonly Permission[] {
  if (access?.kind === "permissions") return access.all;
  return access?.kind === "token-in-url" ? ["DOWNLOAD_FILES"] : [];
}

const isStream = (payload: unknown): payload is Readable =>
  typeof payload === "object" && payload !== null && "destroy" in payload && "once" in payload && "pipe" in payload;
