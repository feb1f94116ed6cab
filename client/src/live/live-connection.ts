import type { LiveList, WatchPageFrame, WatchSharedFrame } from "@heliograph/contract";
import type { TokenSource } from "../api-client.ts";
import { liveViewPath } from "../generated/route-table.ts";
import { backOffMs } from "./back-off.ts";
import { type DeviceNews, type PageNews, serverFrameOf } from "./live-frames.ts";

export type LiveState = "off" | "connecting" | "open" | "lost";

export interface Interest {
  readonly deviceId: string;
  readonly telemetry?: true | readonly string[];
  readonly attributes?: true;
  readonly activity?: true;
  readonly lists?: readonly LiveList[];
}

interface Subscription {
  /** What asks for it; sent again with each new connection. */
  readonly request: object;
  readonly listener: (news: LiveNews) => void;
  readonly onEnded: (code: string) => void;
}

type LiveNews = DeviceNews & PageNews;

/** What a page of a dashboard shows the newest values of: as a user, or as whoever has a link to it. */
export type PageInterest = Omit<WatchPageFrame, "id"> | Omit<WatchSharedFrame, "id">;

const notAuthenticated = 4401;
/** Who hears nothing for so long asks whether anybody is there. The server closes a silent connection after 30 to 60 s. */
const pulseEveryMs = 2_000;
/** Whoever shows what is live says that it is not when there is no answer for so long; it may come yet. */
const silentAfterMs = 3_500;
/** A connection that does not answer for so long is dead, whatever the socket says. */
const deadAfterMs = 20_000;

/** One WebSocket for all that is live [TEL7]. Lost connections come back by themselves, with all subscriptions. */
export class LiveConnection {
  /** Told of every change of the state. */
  onState: (state: LiveState) => void = () => undefined;
  readonly #tokens: TokenSource;
  readonly #base: string;
  readonly #authFrame: (token: string) => object;
  #state: LiveState = "off";
  readonly #subscriptions = new Map<number, Subscription>();
  #socket: WebSocket | undefined;
  #token = "";
  #nextId = 1;
  #failures = 0;
  /** Where a proxy lets no WebSocket through there is nothing to lose: pages ask again by themselves. */
  #wasOpen = false;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #heartbeat: ReturnType<typeof setInterval> | undefined;
  #heardAt = 0;
  /** When the server was asked whether it is there; undefined when it has said anything since. */
  #askedAt: number | undefined;
  #isSilent = false;

  /** `base` is the address of the node, such as `http://localhost:8080`; `authFrame` is for who is no user. */
  constructor(
    tokens: TokenSource,
    base: string,
    authFrame: (token: string) => object = (token) => ({ type: "auth", token }),
  ) {
    this.#tokens = tokens;
    this.#base = base;
    this.#authFrame = authFrame;
  }

  /** What is silent is as good as lost to who watches it. */
  get state(): LiveState {
    return this.#isSilent ? "lost" : this.#state;
  }

  start(): void {
    if (this.#state !== "off") return;
    this.#become("connecting");
    void this.#connect();
  }

  stop(): void {
    clearTimeout(this.#retry);
    this.#drop();
    this.#failures = 0;
    this.#become("off");
  }

  /** Watches until the returned function is called; `onEnded` when the server refuses, or no longer tells: by the code why. */
  subscribe(
    interest: Interest,
    listener: (news: DeviceNews) => void,
    onEnded: Subscription["onEnded"] = () => undefined,
  ): () => void {
    return this.#watch({ request: { type: "subscribe", ...interest }, listener, onEnded });
  }

  /** The alarms of every device one may see alarms of: a `state` says to read the list again [ALM4]. */
  watchAlarms(listener: (news: DeviceNews) => void, onEnded = (): void => undefined): () => void {
    return this.#watch({ request: { type: "watchAlarms" }, listener, onEnded });
  }

  /** How many messages of one's own inbox are unread, now and whenever that changes [NTF1]. */
  watchInbox(listener: (unread: number) => void): () => void {
    const heard = ({ inbox }: DeviceNews) => inbox && listener(inbox.unread);
    return this.#watch({ request: { type: "watchInbox" }, listener: heard, onEnded: () => undefined });
  }

  /** The newest values of a whole page, in one subscription [DSH4]. */
  watchPage(interest: PageInterest, listener: (news: PageNews) => void, onEnded = (): void => undefined): () => void {
    return this.#watch({ request: interest, listener, onEnded });
  }

  #watch(subscription: Subscription): () => void {
    const id = this.#nextId++;
    this.#subscriptions.set(id, subscription);
    if (this.#state === "open") this.#send({ ...subscription.request, id });
    return () => {
      this.#subscriptions.delete(id);
      if (this.#state === "open") this.#send({ type: "unsubscribe", id });
    };
  }

  async #connect(): Promise<void> {
    try {
      this.#token = await this.#tokens.current();
    } catch {
      this.#lost();
      return;
    }
    if (this.#state === "off") return;
    const socket = new WebSocket(this.#base.replace(/^http/, "ws") + liveViewPath);
    this.#socket = socket;
    socket.addEventListener("open", () => {
      if (this.#socket === socket) this.#send(this.#authFrame(this.#token));
      else socket.close();
    });
    socket.addEventListener("message", ({ data }) => {
      if (this.#socket === socket) this.#received(String(data));
    });
    socket.addEventListener("close", ({ code }) => {
      if (this.#socket !== socket) return;
      void this.#closed(code);
    });
  }

  #received(text: string): void {
    this.#heardAt = performance.now();
    this.#askedAt = undefined;
    this.#beSilent(false);
    const frame = serverFrameOf(text);
    if (frame?.type === "authenticated") this.#opened();
    else if (frame?.type === "state" || frame?.type === "change") this.#subscriptions.get(frame.id)?.listener(frame);
    else if ((frame?.type === "error" || frame?.type === "ended") && frame.id !== undefined)
      this.#subscriptions.get(frame.id)?.onEnded(frame.code);
  }

  #opened(): void {
    this.#failures = 0;
    this.#wasOpen = true;
    this.#become("open");
    for (const [id, { request }] of this.#subscriptions) this.#send({ ...request, id });
    clearInterval(this.#heartbeat);
    this.#heartbeat = setInterval(() => this.#checkPulse(), pulseEveryMs);
  }

  #checkPulse(): void {
    const now = performance.now();
    if (this.#askedAt === undefined && now - this.#heardAt < pulseEveryMs) return;
    this.#askedAt ??= now;
    this.#send({ type: "ping" });
    const waitedMs = now - this.#askedAt;
    if (waitedMs >= deadAfterMs) this.#lost();
    else if (waitedMs >= silentAfterMs) this.#beSilent(true);
  }

  #beSilent(isSilent: boolean): void {
    if (isSilent === this.#isSilent) return;
    this.#isSilent = isSilent;
    this.onState(this.state);
  }

  async #closed(code: number): Promise<void> {
    if (code === notAuthenticated) await this.#tokens.renewed?.(this.#token).catch(() => undefined);
    this.#lost();
  }

  #lost(): void {
    this.#drop();
    if (this.#state === "off") return;
    this.#failures += 1;
    this.#become(this.#wasOpen ? "lost" : "connecting");
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => void this.#connect(), backOffMs(this.#failures));
  }

  /** The network is back, or somebody looks again: no reason to wait any longer. */
  hurry(): void {
    if (this.#failures === 0 && !this.#isSilent) return;
    clearTimeout(this.#retry);
    this.#drop();
    void this.#connect();
  }

  #become(state: LiveState): void {
    this.#state = state;
    this.#isSilent = false;
    this.onState(state);
  }

  #drop(): void {
    clearInterval(this.#heartbeat);
    this.#askedAt = undefined;
    const socket = this.#socket;
    this.#socket = undefined;
    // One that is still being opened is closed when it is open: browsers would call it a failure.
    if (socket?.readyState !== WebSocket.CONNECTING) socket?.close();
  }

  #send(frame: object): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(frame));
  }
}
