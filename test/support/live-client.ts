import { once } from "node:events";
import type { AlarmInfoRecord } from "@heliograph/contract";
import WebSocket from "ws";

export interface LiveFrame {
  readonly type: string;
  readonly id?: number;
  readonly deviceId?: string;
  readonly code?: string;
  readonly message?: string;
  readonly telemetry?: Record<string, { ts: number; value: unknown } | null>;
  readonly attributes?: Record<string, Record<string, { value: unknown; lastUpdateTs: number } | null>>;
  readonly activity?: { active: boolean; lastActivityTime: number | null };
  readonly lists?: readonly string[];
  readonly alarms?: readonly AlarmInfoRecord[];
  /** Of a page of a dashboard. */
  readonly devices?: Record<string, Record<string, { ts: number; value: unknown } | null> | null>;
}

/** A reader of the live view: frames are kept in order until a test takes them. */
export class LiveClient implements AsyncDisposable {
  readonly socket: WebSocket;
  /** The close code, when it has closed. */
  readonly closed: Promise<number>;
  readonly texts: string[] = [];
  readonly #frames: LiveFrame[] = [];
  readonly #waiting: ((frame: LiveFrame) => void)[] = [];

  /** `ca`: over TLS, trusting this certificate. */
  constructor(port: number, ca?: Buffer) {
    const scheme = ca ? "wss" : "ws";
    this.socket = new WebSocket(`${scheme}://127.0.0.1:${port}/api/ws`, ca ? { ca } : {});
    this.socket.on("error", () => undefined); // a refused upgrade is seen by `closed`
    this.closed = once(this.socket, "close").then(([code]) => Number(code));
    this.socket.on("message", (data) => this.#received(String(data)));
  }

  /** Connected and authenticated. */
  static async open(port: number, token: string, ca?: Buffer): Promise<LiveClient> {
    return LiveClient.#openWith({ type: "auth", token }, port, ca);
  }

  /** With a link to a dashboard. */
  static async openLink(port: number, token: string, pass?: string): Promise<LiveClient> {
    return LiveClient.#openWith({ type: "authShare", token, ...(pass !== undefined && { pass }) }, port);
  }

  static async #openWith(auth: object, port: number, ca?: Buffer): Promise<LiveClient> {
    const client = new LiveClient(port, ca);
    await client.connected();
    client.send(auth);
    const frame = await client.next();
    if (frame.type !== "authenticated") throw new Error(`not authenticated: ${JSON.stringify(frame)}`);
    return client;
  }

  async connected(): Promise<void> {
    await once(this.socket, "open");
  }

  send(frame: unknown): void {
    this.socket.send(typeof frame === "string" ? frame : JSON.stringify(frame));
  }

  /** The next frame that nobody has taken yet. */
  next(): Promise<LiveFrame> {
    const frame = this.#frames.shift();
    return frame ? Promise.resolve(frame) : new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** Takes frames until one fits. */
  async until(fits: (frame: LiveFrame) => boolean): Promise<LiveFrame> {
    for (;;) {
      const frame = await this.next();
      if (fits(frame)) return frame;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.socket.terminate();
    await this.closed;
  }

  #received(text: string): void {
    this.texts.push(text);
    const frame = JSON.parse(text) as LiveFrame;
    const waiting = this.#waiting.shift();
    if (waiting) waiting(frame);
    else this.#frames.push(frame);
  }
}
