import type { LiveList } from "@heliograph/contract";
import { Store } from "../state/store.ts";
import { backOffMs } from "./back-off.ts";
import { type DeviceNews, serverFrameOf } from "./live-frames.ts";

export type LiveState = "off" | "connecting" | "open" | "lost";

export interface Interest {
  readonly deviceId: string;
  readonly telemetry?: true | readonly string[];
  readonly attributes?: true;
  readonly activity?: true;
  readonly lists?: readonly LiveList[];
}

interface Subscription {
  readonly interest: Interest;
  readonly listener: (news: DeviceNews) => void;
  readonly onEnded: () => void;
}

interface Tokens {
  current(): Promise<string>;
  renewed(refused: string): Promise<string>;
}

const notAuthenticated = 4401;
/** The server closes a silent connection after 30 to 60 s. */
const pingEveryMs = 20_000;
/** A connection that does not answer for so long is dead, whatever the socket says. */
const answerWithinMs = 10_000;

/** One WebSocket for all that is live [TEL7]. Lost connections come back by themselves, with all subscriptions. */
export class LiveConnection {
  readonly state = new Store<LiveState>("off");
  readonly #tokens: Tokens;
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

  constructor(tokens: Tokens) {
    this.#tokens = tokens;
    window.addEventListener("online", () => this.#hurry());
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.#hurry());
  }

  start(): void {
    if (this.state.get() !== "off") return;
    this.state.set("connecting");
    void this.#connect();
  }

  stop(): void {
    clearTimeout(this.#retry);
    this.#drop();
    this.#failures = 0;
    this.state.set("off");
  }

  /** Watches until the returned function is called; `onEnded` when the server refuses, or no longer tells. */
  subscribe(interest: Interest, listener: (news: DeviceNews) => void, onEnded = (): void => undefined): () => void {
    const id = this.#nextId++;
    this.#subscriptions.set(id, { interest, listener, onEnded });
    if (this.state.get() === "open") this.#send({ type: "subscribe", id, ...interest });
    return () => {
      this.#subscriptions.delete(id);
      if (this.state.get() === "open") this.#send({ type: "unsubscribe", id });
    };
  }

  async #connect(): Promise<void> {
    try {
      this.#token = await this.#tokens.current();
    } catch {
      this.#lost();
      return;
    }
    if (this.state.get() === "off") return;
    const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/ws`);
    this.#socket = socket;
    socket.addEventListener("open", () => this.#send({ type: "auth", token: this.#token }));
    socket.addEventListener("message", ({ data }) => this.#received(String(data)));
    socket.addEventListener("close", ({ code }) => {
      if (this.#socket !== socket) return;
      void this.#closed(code);
    });
  }

  #received(text: string): void {
    this.#heardAt = Date.now();
    const frame = serverFrameOf(text);
    if (frame?.type === "authenticated") this.#opened();
    else if (frame?.type === "state" || frame?.type === "change") this.#subscriptions.get(frame.id)?.listener(frame);
    else if ((frame?.type === "error" || frame?.type === "ended") && frame.id !== undefined)
      this.#subscriptions.get(frame.id)?.onEnded();
  }

  #opened(): void {
    this.#failures = 0;
    this.#wasOpen = true;
    this.state.set("open");
    for (const [id, { interest }] of this.#subscriptions) this.#send({ type: "subscribe", id, ...interest });
    clearInterval(this.#heartbeat);
    this.#heartbeat = setInterval(() => this.#checkPulse(), pingEveryMs);
  }

  #checkPulse(): void {
    this.#send({ type: "ping" });
    setTimeout(() => {
      if (this.state.get() === "open" && Date.now() - this.#heardAt > answerWithinMs + pingEveryMs) this.#lost();
    }, answerWithinMs);
  }

  async #closed(code: number): Promise<void> {
    if (code === notAuthenticated) await this.#tokens.renewed(this.#token).catch(() => undefined);
    this.#lost();
  }

  #lost(): void {
    this.#drop();
    if (this.state.get() === "off") return;
    this.#failures += 1;
    this.state.set(this.#wasOpen ? "lost" : "connecting");
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => void this.#connect(), backOffMs(this.#failures));
  }

  /** The network is back, or somebody looks again: no reason to wait any longer. */
  #hurry(): void {
    if (this.#failures === 0) return;
    clearTimeout(this.#retry);
    this.#drop();
    void this.#connect();
  }

  #drop(): void {
    clearInterval(this.#heartbeat);
    const socket = this.#socket;
    this.#socket = undefined;
    socket?.close();
  }

  #send(frame: object): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(frame));
  }
}
