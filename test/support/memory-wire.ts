import { setTimeout as sleep } from "node:timers/promises";
import { type Hear, type Wire, WireError } from "../../server/src/core/node-line/index.ts";

/** A server of messages in this process; what is said arrives in a later turn. */
export class MemoryServer {
  readonly #listeners = new Map<string, Set<Hear>>();
  isUp = true;

  hearersOf(subject: string): Hear[] {
    return this.isUp ? [...(this.#listeners.get(subject) ?? [])] : [];
  }

  add(subject: string, hear: Hear): () => void {
    const listeners = this.#listeners.get(subject) ?? new Set();
    this.#listeners.set(subject, listeners.add(hear));
    return () => void listeners.delete(hear);
  }
}

export class MemoryWire implements Wire {
  readonly maxBytes = 1_048_576;
  readonly #server: MemoryServer;
  readonly #leave: (() => void)[] = [];

  constructor(server: MemoryServer) {
    this.#server = server;
  }

  get isConnected(): boolean {
    return this.#server.isUp;
  }

  async request(subject: string, bytes: Uint8Array, timeoutMs: number): Promise<Uint8Array> {
    if (!this.isConnected) throw new WireError("away");
    const [hear] = this.#server.hearersOf(subject);
    if (!hear) throw new WireError("nobody");
    const answered = Promise.withResolvers<Uint8Array>();
    setImmediate(() => hear(bytes.slice(), (answer) => answered.resolve(answer.slice())));
    const silent = new AbortController();
    const timeout = sleep(timeoutMs, undefined, { signal: silent.signal }).then(() => {
      throw new WireError("silent");
    });
    try {
      return await Promise.race([answered.promise, timeout]);
    } finally {
      silent.abort();
      timeout.catch(() => undefined);
    }
  }

  publish(subject: string, bytes: Uint8Array): void {
    for (const hear of this.#server.hearersOf(subject)) setImmediate(() => hear(bytes.slice(), undefined));
  }

  listen(subject: string, hear: Hear): () => void {
    const leave = this.#server.add(subject, hear);
    this.#leave.push(leave);
    return leave;
  }

  async settled(): Promise<void> {}

  async close(): Promise<void> {
    for (const leave of this.#leave) leave();
  }
}
