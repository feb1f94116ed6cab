import {
  connect,
  credsAuthenticator,
  errors,
  type Msg,
  type NatsConnection,
  type NodeConnectionOptions,
  type Subscription,
} from "@nats-io/transport-node";
import { type Hear, type Wire, WireError } from "../../core/node-line/index.ts";
import type { NatsPlace } from "./nats-place.ts";

/** A server that says nothing to three of these is given up. */
const pingMs = 1_000;
const unansweredPings = 3;
const reconnectMs = 250;
const connectMs = 3_000;
/** What the server does not let this node hear is asked for again: somebody may have allowed it. */
const listenAgainMs = 2_000;
/** What a server takes unless it says otherwise. */
const usualMaxBytes = 1_048_576;

function optionsOf({ servers, user, password, token, credentials, tls, name }: NatsPlace): NodeConnectionOptions {
  return {
    servers: [...servers],
    name,
    ...(user !== undefined && { user, pass: password ?? "" }),
    ...(token !== undefined && { token }),
    ...(credentials !== undefined && { authenticator: credsAuthenticator(new TextEncoder().encode(credentials)) }),
    ...(tls && { tls }),
    timeout: connectMs,
    pingInterval: pingMs,
    maxPingOut: unansweredPings,
    // Never given up: a server that is being set up anew may refuse for a while.
    maxReconnectAttempts: -1,
    ignoreAuthErrorAbort: true,
    reconnectTimeWait: reconnectMs,
    noAsyncTraces: true,
  };
}

/** Messages between nodes by NATS: any of its servers, found again by itself. */
export class NatsWire implements Wire {
  readonly #connection: NatsConnection;
  readonly #onTrouble: (error: unknown) => void;
  /** Ends what was asked of a server that is gone, and would be waited for until its time is over. */
  readonly #asked = new Set<(error: WireError) => void>();
  #isConnected = true;

  /** Rejects when none of the servers can be reached now, or refuses. */
  static async open(place: NatsPlace, onTrouble: (error: unknown) => void): Promise<NatsWire> {
    return new NatsWire(await connect(optionsOf(place)), onTrouble);
  }

  private constructor(connection: NatsConnection, onTrouble: (error: unknown) => void) {
    this.#connection = connection;
    this.#onTrouble = onTrouble;
    void this.#watch();
  }

  async #watch(): Promise<void> {
    for await (const status of this.#connection.status()) {
      if (status.type === "disconnect" || status.type === "close") this.#lost();
      else if (status.type === "reconnect") this.#isConnected = true;
      else if (status.type === "error") this.#onTrouble(status.error);
    }
    this.#lost();
  }

  #lost(): void {
    this.#isConnected = false;
    for (const end of this.#asked) end(new WireError("silent"));
  }

  get isConnected(): boolean {
    return this.#isConnected && !this.#connection.isClosed();
  }

  get maxBytes(): number {
    return this.#connection.info?.max_payload ?? usualMaxBytes;
  }

  /** The library would keep what is asked while it looks for a server; whoever asks is better told at once. */
  async request(subject: string, bytes: Uint8Array, timeoutMs: number): Promise<Uint8Array> {
    if (!this.isConnected) throw new WireError("away");
    const { promise: lost, reject: end } = Promise.withResolvers<never>();
    this.#asked.add(end);
    try {
      return (await Promise.race([this.#connection.request(subject, bytes, { timeout: timeoutMs }), lost])).data;
    } catch (error) {
      throw this.#troubleOf(error);
    } finally {
      this.#asked.delete(end);
    }
  }

  #troubleOf(error: unknown): unknown {
    if (error instanceof WireError) return error;
    if (error instanceof errors.TimeoutError) return new WireError("silent", { cause: error });
    if (error instanceof errors.NoRespondersError) return new WireError("nobody", { cause: error });
    if (error instanceof errors.RequestError)
      return new WireError(error.isNoResponders() ? "nobody" : "silent", { cause: error });
    return this.isConnected ? error : new WireError("silent", { cause: error });
  }

  publish(subject: string, bytes: Uint8Array): void {
    if (this.isConnected) this.#connection.publish(subject, bytes);
  }

  listen(subject: string, hear: Hear): () => void {
    let again: NodeJS.Timeout | undefined;
    const listen = (): Subscription => {
      const callback = (error: Error | null, message: Msg): void => {
        if (error) refused(error);
        else hear(message.data, message.reply ? (answer) => void message.respond(answer) : undefined);
      };
      return this.#connection.subscribe(subject, { callback });
    };
    const refused = (error: Error): void => {
      this.#onTrouble(error);
      clearTimeout(again);
      again = setTimeout(() => {
        if (!this.#connection.isClosed()) subscription = listen();
      }, listenAgainMs).unref();
    };
    let subscription = listen();
    return () => {
      clearTimeout(again);
      subscription.unsubscribe();
    };
  }

  settled(): Promise<void> {
    return this.#connection.flush();
  }

  async close(): Promise<void> {
    await this.#connection.close();
  }
}
