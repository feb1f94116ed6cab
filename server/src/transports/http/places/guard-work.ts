import type { TelemetryQuery, Work } from "@heliograph/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isLongList } from "../list-body.ts";
import { ExchangeProgress } from "./exchange-progress.ts";
import { type Guest, type PlaceLimits, WorkPlaces } from "./work-places.ts";

export interface WorkLimits {
  readonly listPlaces: PlaceLimits;
  readonly exportPlaces: PlaceLimits;
  readonly readPlaces: PlaceLimits;
  readonly importPlaces: PlaceLimits;
  readonly sharePlaces: number;
  readonly placeWait: number;
  readonly placeWaiting: number;
  readonly placeStall: number;
}

declare module "fastify" {
  interface FastifyContextConfig {
    work?: Work | undefined;
  }
}

/** Whose work it is. */
interface Owner {
  readonly user: string;
  readonly tenant: string;
  readonly link?: string;
}

const progressEveryMs = 500;
/** Points of a history that are nothing special. */
const shortHistory = 1_000;

/** Not every request of such a route is long; a list that knows no limit always is. */
const isLong: Readonly<Record<Work, (request: FastifyRequest) => boolean>> = {
  lists: ({ query, routeOptions }) =>
    routeOptions.schema?.querystring === undefined || isLongList((query as { readonly limit?: number }).limit ?? 0),
  reads: ({ method, query }) => {
    if (method === "POST") return true; // what is asked with a body: a whole page, the trial of a rule
    const { agg = "NONE", limit = 0 } = query as TelemetryQuery;
    return agg !== "NONE" || limit > shortHistory;
  },
  exports: () => true,
  imports: () => true,
};

/** The places of a node for long work, and the hook that keeps requests waiting for theirs. */
export class WorkGuard {
  readonly #places: Readonly<Record<Work, WorkPlaces>>;
  readonly #stallMs: number;

  constructor(limits: WorkLimits) {
    const placesOf = (places: PlaceLimits) =>
      new WorkPlaces({
        ...{ ...places, link: limits.sharePlaces },
        ...{ waitMs: limits.placeWait, waitingPerUser: limits.placeWaiting },
      });
    this.#places = {
      lists: placesOf(limits.listPlaces),
      exports: placesOf(limits.exportPlaces),
      reads: placesOf(limits.readPlaces),
      imports: placesOf(limits.importPlaces),
    };
    this.#stallMs = limits.placeStall;
  }

  /** After a request has been found valid: what is refused anyway need not wait. */
  watch(app: FastifyInstance): void {
    app.addHook("preHandler", (request, reply, done) => {
      const { work } = request.routeOptions.config;
      if (!work || !request.principal || request.method === "HEAD" || !isLong[work](request)) return done();
      const { userId: user, tenantId: tenant = "" } = request.principal;
      this.enter(work, { user, tenant }, request, reply).then(() => done(), done);
    });
  }

  /** Resolves when the request may begin its work; its place is free again when the answer is over. */
  async enter(kind: Work, owner: Owner, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const progress = new ExchangeProgress(request.raw, reply.raw);
    const gone = new AbortController();
    const sampling = setInterval(() => progress.standsStillFor(), progressEveryMs).unref();
    const guest: Guest = {
      ...owner,
      isStalled: () => progress.standsStillFor() >= this.#stallMs,
      evict: () => reply.raw.destroy(),
    };
    reply.raw.once("close", () => {
      clearInterval(sampling);
      gone.abort();
      this.#places[kind].leave(guest);
    });
    await this.#places[kind].enter(guest, gone.signal);
    if (reply.raw.destroyed) this.#places[kind].leave(guest); // it left while it was let in
  }
}
