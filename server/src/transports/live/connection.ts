import { type AuthShareFrame, type ClientFrame, liveCloseCodes } from "@heliograph/contract";
import type { WebSocket } from "ws";
import type { Callers, Principal } from "../../core/access/index.ts";
import { AppError } from "../../kernel/errors.ts";
import { clientFrameOf } from "./client-frame.ts";
import { frameNotForLinks } from "./errors.ts";
import { closeWithinMs, longestTimerMs, maxFramesWaiting, pagesOfLink } from "./limits.ts";
import type { Sender } from "./outbox.ts";
import type { Caller } from "./places.ts";
import { hasSameGrants } from "./same-grants.ts";
import { authenticatedFrame, errorFrame, pongFrame, unsubscribedFrame } from "./server-frame.ts";
import { type LinkSources, type LookedAt, ShareVisit } from "./share-visit.ts";
import { type SubscriptionHub, Subscriptions } from "./subscriptions.ts";
import { userPage } from "./user-page.ts";

/** What a connection needs to know of the others. */
export interface LiveHub extends SubscriptionHub {
  readonly callers: Pick<Callers, "authenticate" | "again">;
  readonly links: LinkSources;
  /** False when this user, or this link, has too many connections. */
  admits(caller: Caller): boolean;
  left(connection: Connection): void;
  failed(error: unknown): void;
}

/** What lies below a WebSocket. */
export interface Line {
  /** Where it comes from. */
  readonly address: string;
  /** Somebody has authenticated on it. */
  known(): void;
  /** Closes it when what was written is sent, without waiting for the other side. */
  endSoon(): void;
}

/** WebSocket's own code for a server that cannot go on. */
const internalError = 1011;
/** A close frame holds 123 bytes; our reasons are ASCII. */
const longestReason = 120;

/** The session has ended, or the link leads nowhere. */
const isOver: ReadonlySet<AppError["fault"]> = new Set(["unauthenticated", "expired", "not-found"]);

/** One reader of the live view [TEL7]: who it is, what it watches. Its frames are dealt with one after the other. */
export class Connection implements Sender {
  readonly #socket: WebSocket;
  readonly #hub: LiveHub;
  readonly #subscriptions: Subscriptions;
  readonly #line: Line;
  readonly #authTimer: NodeJS.Timeout;
  #closeTimer: NodeJS.Timeout | undefined;
  #turn: Promise<void> = Promise.resolve();
  #framesWaiting = 0;
  #token = "";
  #principal: Principal | undefined;
  #visit: ShareVisit | undefined;
  #endTimer: NodeJS.Timeout | undefined;
  /** Something moved since the last heartbeat. */
  #alive = true;

  constructor(socket: WebSocket, hub: LiveHub, line: Line) {
    this.#socket = socket;
    this.#line = line;
    this.#hub = hub;
    this.#subscriptions = new Subscriptions(hub, this, (error) => this.#giveUp(error));
    this.#authTimer = setTimeout(() => this.#giveUpWaiting(), hub.limits.liveAuthTimeout);
    socket.on("message", (data, isBinary) => this.#received(isBinary ? "" : String(data)));
    socket.on("pong", () => {
      this.#alive = true;
    });
    socket.on("error", () => undefined); // not a WebSocket's bytes, or a frame too large: it closes by itself
    socket.on("close", () => this.#closed());
  }

  get principal(): Principal | undefined {
    return this.#principal;
  }

  get visit(): ShareVisit | undefined {
    return this.#visit;
  }

  get isOpen(): boolean {
    return this.#socket.readyState === this.#socket.OPEN;
  }

  send(frame: string): Promise<void> {
    return new Promise((resolve) => {
      if (!this.isOpen) return resolve();
      this.#socket.send(frame, () => {
        this.#alive = true;
        resolve();
      });
    });
  }

  /** A sign of life is asked for; whoever has given none since the last time is gone. */
  heartbeat(): void {
    if (!this.#alive) {
      this.#socket.terminate();
      return;
    }
    this.#alive = false;
    this.#socket.ping();
  }

  /** Asks again who this is and what it may see: a session may have ended, a role may have changed. */
  async recheck(lookedAt?: LookedAt): Promise<void> {
    if (!this.isOpen || !(this.#principal ?? this.#visit)) return;
    const before = this.#principal;
    try {
      await this.#askAgain(lookedAt);
    } catch (error) {
      if (error instanceof AppError && isOver.has(error.fault)) this.#refuse(error.message);
      else this.#hub.failed(error); // the store did not answer: the next check asks again
      return;
    }
    if (before && this.#principal) this.#subscriptions.recheck(!hasSameGrants(before, this.#principal));
    if (this.#visit) this.#subscriptions.recheck(this.#visit.takeChange());
  }

  /** Something was taken away, perhaps from this one: nothing is told before it is known what it may see. */
  doubt(): Promise<void> {
    this.#subscriptions.recheck(true);
    return this.recheck();
  }

  async #askAgain(lookedAt?: LookedAt): Promise<void> {
    await this.#visit?.recheck(lookedAt);
    if (!this.#principal) return;
    const { credential } = this.#principal;
    // a session's token has an end of its own; a key that is gone is no guess
    this.#principal = await (credential.kind === "key"
      ? this.#hub.callers.again(credential)
      : this.#whoHas(this.#token));
  }

  /** Says good-bye; whoever does not answer is cut off. */
  close(code: number, reason: string): void {
    this.#socket.close(code, reason);
    this.#closeTimer ??= setTimeout(() => this.#socket.terminate(), closeWithinMs);
  }

  /** A client that sends faster than it is answered is not read any further. */
  #received(text: string): void {
    this.#alive = true;
    if (++this.#framesWaiting >= maxFramesWaiting) this.#socket.pause();
    this.#turn = this.#turn
      .then(() => this.#handle(text))
      .catch((error) => this.#giveUp(error))
      .finally(() => {
        if (--this.#framesWaiting === 0 && this.isOpen) this.#socket.resume();
      });
  }

  async #handle(text: string): Promise<void> {
    if (!this.isOpen) return;
    let id: number | undefined;
    try {
      const frame = clientFrameOf(text);
      if ("id" in frame) id = frame.id;
      await this.#answer(frame);
    } catch (error) {
      if (!(error instanceof AppError)) this.#hub.failed(error);
      if (this.#principal ?? this.#visit) await this.send(errorFrame(error, id));
      else this.#refuse(error instanceof AppError ? error.message : "the first frame has to authenticate");
    }
  }

  async #answer(frame: ClientFrame): Promise<void> {
    if (frame.type === "authShare") await this.#openLink(frame);
    else if (this.#visit) await this.#answerVisit(frame, this.#visit);
    else if (frame.type === "auth") await this.#authenticate(frame.token);
    else if (!this.#principal) this.#refuse("the first frame has to authenticate");
    else await this.#answerUser(frame);
  }

  async #answerUser(frame: ClientFrame): Promise<void> {
    const principal = () => this.#principal;
    const { sources, limits } = this.#hub;
    if (frame.type === "subscribe") await this.#subscriptions.add(frame, principal);
    else if (frame.type === "watchAlarms") this.#subscriptions.addAlarms(frame, principal);
    else if (frame.type === "watchInbox") this.#subscriptions.addInbox(frame, principal);
    else if (frame.type === "watchPage") {
      const page = userPage(frame, sources.dashboardData, principal);
      this.#subscriptions.addPage(frame.id, page, limits.liveSubscriptions);
    } else await this.#answerAnybody(frame);
  }

  /** What a link opens is a page of its dashboard, which is made on the server [DSH6]. */
  async #answerVisit(frame: ClientFrame, visit: ShareVisit): Promise<void> {
    if (frame.type !== "watchShared") return this.#answerAnybody(frame);
    this.#subscriptions.drop(frame.id);
    const page = await visit.page(frame);
    if (this.isOpen) this.#subscriptions.addPage(frame.id, page, pagesOfLink);
  }

  async #answerAnybody(frame: ClientFrame): Promise<void> {
    if (frame.type === "ping") await this.send(pongFrame);
    else if (frame.type === "unsubscribe") {
      this.#subscriptions.drop(frame.id);
      await this.send(unsubscribedFrame(frame.id));
    } else throw frameNotForLinks(frame.type);
  }

  async #openLink(frame: AuthShareFrame): Promise<void> {
    if (this.#principal ?? this.#visit) throw frameNotForLinks(frame.type);
    const visit = await ShareVisit.open(this.#hub.links, frame, this.#line.address);
    if (!this.#hub.admits(visit))
      return this.close(liveCloseCodes.tooMany, "too many connections with this link, or of all");
    clearTimeout(this.#authTimer);
    this.#line.known();
    this.#visit = visit;
    this.#endTimer = setTimeout(() => void this.doubt(), Math.min(visit.msLeft, longestTimerMs));
    await this.send(authenticatedFrame);
  }

  /** Again with a fresh token, too: the connection outlives the token it began with, but stays the same person's. */
  async #authenticate(token: string): Promise<void> {
    const principal = await this.#whoHas(token);
    if (!this.#principal && !this.#hub.admits(principal)) {
      this.close(liveCloseCodes.tooMany, "too many connections of this user, or of all");
    } else if (this.#principal && this.#principal.authorityId !== principal.authorityId) {
      this.#refuse("the token is another user's or another tenant's; open a new connection");
    } else {
      clearTimeout(this.#authTimer);
      this.#line.known();
      this.#token = token;
      this.#principal = principal;
      await this.send(authenticatedFrame);
    }
  }

  /** A session's access token, or an API key. */
  #whoHas(secret: string): Promise<Principal> {
    return this.#hub.callers.authenticate({ secret, isKey: false, address: this.#line.address });
  }

  /** Whoever did not say who it is need not say good-bye, either: its place is free at this moment [API10]. */
  #giveUpWaiting(): void {
    this.#refuse("no token within the time");
    this.#line.endSoon();
  }

  #refuse(reason: string): void {
    this.close(liveCloseCodes.notAuthenticated, reason.slice(0, longestReason));
  }

  #giveUp(error: unknown): void {
    this.#hub.failed(error);
    this.close(internalError, "something went wrong on our side");
  }

  #closed(): void {
    clearTimeout(this.#authTimer);
    clearTimeout(this.#endTimer);
    clearTimeout(this.#closeTimer);
    this.#subscriptions.dropAll();
    this.#hub.left(this);
  }
}
