import type { Readable } from "node:stream";
import type { Permission, RouteAccess } from "@heliograph/contract";
import type { FastifyInstance, FastifyRequest } from "fastify";
import {
  type Callers,
  concernsPrincipal,
  type Principal,
  permissionDenied,
  reachFor,
} from "../../core/access/index.ts";
import { deviceNotFound } from "../../core/devices/index.ts";
import type { EventBus, Events } from "../../core/events/index.ts";
import { isWithin, reaches } from "../../core/projects/index.ts";
import { AppError } from "../../kernel/errors.ts";
import type { DeviceId } from "../../kernel/ids.ts";

interface OpenAnswer {
  readonly body: Readable;
  readonly principal: Principal;
  readonly needed: readonly Permission[];
  /** What it is about, if it is one device. */
  readonly deviceId: DeviceId | undefined;
}

declare module "fastify" {
  interface FastifyRequest {
    /** Of a caller who is nobody's session, such as a link: whether they may go on reading [DSH6]. */
    mayGoOn: (() => Promise<boolean>) | undefined;
  }
}

interface StrangersAnswer {
  readonly body: Readable;
  readonly mayGoOn: () => Promise<boolean>;
}

/**
 * Answers that are being streamed: lists, exports, downloads. Each is cut off in the moment in which its reader may not
 * have it any more; a change made by another process is noticed by `recheck` [AUTH8].
 */
export class OpenAnswers {
  readonly #callers: Callers;
  readonly #open = new Set<OpenAnswer>();
  readonly #toStrangers = new Set<StrangersAnswer>();

  constructor(callers: Callers, events: EventBus) {
    this.#callers = callers;
    events.subscribe("access-changed", (change) => {
      void this.#recheckThose(({ principal }) => concernsPrincipal(change, principal));
      void this.#recheckStrangers();
    });
    events.subscribe("shares-changed", () => void this.#recheckStrangers());
    events.subscribe("devices-moved", (move) => this.#cutMoved(move));
  }

  /** Watches every body that is a stream and is somebody's. */
  watch(app: FastifyInstance): void {
    app.decorateRequest("mayGoOn", undefined);
    app.addHook("onSend", (request, _reply, payload, done) => {
      if (isStream(payload) && request.principal) this.#add(request, request.principal, payload);
      else if (isStream(payload) && request.mayGoOn) this.#addStrangers({ body: payload, mayGoOn: request.mayGoOn });
      done(null, payload);
    });
  }

  async recheck(): Promise<void> {
    await Promise.all([this.#recheckThose(() => true), this.#recheckStrangers()]);
  }

  #addStrangers(answer: StrangersAnswer): void {
    this.#toStrangers.add(answer);
    answer.body.once("close", () => this.#toStrangers.delete(answer));
  }

  async #recheckStrangers(): Promise<void> {
    const check = async ({ body, mayGoOn }: StrangersAnswer) => {
      if (!(await mayGoOn())) body.destroy();
    };
    await Promise.allSettled([...this.#toStrangers].map(check)); // where the store does not answer, the next one asks again
  }

  #add(request: FastifyRequest, principal: Principal, body: Readable): void {
    const needed = neededFor(request.routeOptions.config.access);
    const answer = { body, principal, needed, deviceId: deviceIn(request.params) };
    this.#open.add(answer);
    body.once("close", () => this.#open.delete(answer));
    void this.#check(answer); // something may have changed since the request came
  }

  async #recheckThose(isConcerned: (answer: OpenAnswer) => boolean): Promise<void> {
    await Promise.all([...this.#open].filter(isConcerned).map((answer) => this.#check(answer)));
  }

  /** What is sent of a device that went out of reach [PRJ1]. */
  #cutMoved({ deviceIds, projectId }: Events["devices-moved"]): void {
    for (const { body, principal, needed, deviceId } of [...this.#open]) {
      const reach = reachFor(principal, needed);
      if (!deviceId || !reach || reaches(reach, projectId)) continue;
      if (deviceIds.includes(deviceId)) body.destroy(deviceNotFound(deviceId));
    }
  }

  /** Where the store does not answer, the next check asks again. */
  async #check({ body, principal, needed }: OpenAnswer): Promise<void> {
    try {
      const now = await this.#callers.again(principal.credential);
      const missing = needed.filter((permission) => !now.permissions.has(permission) || !reachesAsBefore(permission));
      if (missing.length > 0) body.destroy(permissionDenied(missing));

      /** Whatever is sent may be out of what was lost: it is not known which rows are still to come [PRJ1]. */
      function reachesAsBefore(permission: Permission): boolean {
        const [before, after] = [reachFor(principal, [permission]), reachFor(now, [permission])];
        return !before || (after !== undefined && isWithin(before.projects, after.projects));
      }
    } catch (error) {
      if (error instanceof AppError && error.fault === "unauthenticated") body.destroy(error);
    }
  }
}

const deviceIn = (params: unknown): DeviceId | undefined =>
  typeof params === "object" && params !== null && "deviceId" in params
    ? (String(params.deviceId).toLowerCase() as DeviceId)
    : undefined;

function neededFor(access: RouteAccess | undefined): readonly Permission[] {
  if (access?.kind === "permissions") return access.all;
  return access?.kind === "token-in-url" ? ["DOWNLOAD_FILES"] : [];
}

const isStream = (payload: unknown): payload is Readable =>
  typeof payload === "object" && payload !== null && "destroy" in payload && "once" in payload && "pipe" in payload;
