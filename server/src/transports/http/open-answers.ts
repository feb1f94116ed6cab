import type { Readable } from "node:stream";
import type { Permission, RouteAccess } from "@heliograph/contract";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { type Callers, concernsPrincipal, type Principal } from "../../core/access/index.ts";
import type { EventBus } from "../../core/events/index.ts";
import type { DeviceId } from "../../kernel/ids.ts";
import { type AnswerReader, AnswerUnderWay } from "./answer-under-way.ts";

declare module "fastify" {
  interface FastifyRequest {
    underWay: AnswerUnderWay | undefined;
    /**
     * For a route whose answer stands on more than the route says, or whose reader is nobody's session, such as a link
     * [DSH6]: watched from here on, before there is anything to send.
     */
    beginAnswer(reader?: AnswerReader): AnswerUnderWay;
  }
}

/**
 * Answers that are being streamed: lists, exports, downloads. Each is cut off in the moment in which its reader may not
 * have it any more; a change made by another process is noticed by `recheck` [AUTH8].
 */
export class OpenAnswers {
  readonly #callers: Callers;
  readonly #open = new Set<AnswerUnderWay>();

  constructor(callers: Callers, events: EventBus) {
    this.#callers = callers;
    events.subscribe("access-changed", (change) => {
      void this.#recheckThose(({ principal }) => !principal || concernsPrincipal(change, principal));
    });
    events.subscribe("shares-changed", () => void this.#recheckThose(({ principal }) => !principal));
    events.subscribe("devices-moved", (move) => {
      for (const answer of [...this.#open]) answer.moved(move);
    });
  }

  /** Watches every body that is a stream and is somebody's. */
  watch(app: FastifyInstance): void {
    const begin = (request: FastifyRequest, reader: AnswerReader) => this.#begin(request, reader);
    const sessionReader = (principal: Principal) => this.#readerOf(principal);
    app.decorateRequest("underWay", undefined);
    app.decorateRequest("beginAnswer", function (this: FastifyRequest, reader?: AnswerReader) {
      const by = reader ?? (this.principal && sessionReader(this.principal));
      if (!by) throw new Error(`${this.routeOptions.url} answers nobody`);
      return begin(this, by);
    });
    app.addHook("onSend", (request, _reply, payload, done) => {
      if (isStream(payload) && (request.underWay || request.principal)) this.#send(request, payload);
      done(null, payload);
    });
    app.addHook("onResponse", (request, _reply, done) => {
      if (request.underWay) this.#open.delete(request.underWay);
      done();
    });
  }

  async recheck(): Promise<void> {
    await this.#recheckThose(() => true);
  }

  #begin(request: FastifyRequest, reader: AnswerReader): AnswerUnderWay {
    const answer = new AnswerUnderWay(reader, neededFor(request.routeOptions.config.access));
    answer.tellsOf(deviceIn(request.params));
    request.underWay = answer;
    this.#open.add(answer);
    return answer;
  }

  #send(request: FastifyRequest, body: Readable): void {
    const answer = request.underWay ?? request.beginAnswer();
    answer.send(body);
    body.once("close", () => this.#open.delete(answer));
    void answer.check(); // something may have changed since the request came
  }

  #readerOf(principal: Principal): AnswerReader {
    return { principal, standing: principal, again: () => this.#callers.again(principal.credential) };
  }

  async #recheckThose(isConcerned: (reader: AnswerReader) => boolean): Promise<void> {
    await Promise.all([...this.#open].filter(({ reader }) => isConcerned(reader)).map((answer) => answer.check()));
  }
}

const deviceIn = (params: unknown): readonly DeviceId[] =>
  typeof params === "object" && params !== null && "deviceId" in params
    ? [String(params.deviceId).toLowerCase() as DeviceId]
    : [];

function neededFor(access: RouteAccess | undefined): readonly Permission[] {
  if (access?.kind === "permissions") return access.all;
  return access?.kind === "token-in-url" ? ["DOWNLOAD_FILES"] : [];
}

const isStream = (payload: unknown): payload is Readable =>
  typeof payload === "object" && payload !== null && "destroy" in payload && "once" in payload && "pipe" in payload;
