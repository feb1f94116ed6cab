import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A port that stays ours while the node behind it comes and goes: one that was let go may be anybody's. */
export class LastingAddress implements AsyncDisposable {
  readonly #server = createServer();
  readonly #sockets = new Set<Socket>();
  /** Where connections go to; without one they are closed. */
  target: number | undefined;

  private constructor(target: number) {
    this.target = target;
    this.#server.on("connection", (client) => {
      if (this.target === undefined) client.destroy();
      else this.#join(client, connect(this.target, "127.0.0.1"));
    });
  }

  static async of(target: number): Promise<LastingAddress> {
    const address = new LastingAddress(target);
    address.#server.listen(0, "127.0.0.1");
    await once(address.#server, "listening");
    return address;
  }

  get httpPort(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Nobody gets through any more, whoever was connected least of all. */
  cut(): void {
    this.target = undefined;
    for (const socket of this.#sockets) socket.destroy();
  }

  #join(client: Socket, server: Socket): void {
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      this.#sockets.add(one);
      one.on("error", () => undefined);
      one.on("close", () => {
        other.destroy();
        this.#sockets.delete(one);
      });
      one.pipe(other);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
    await once(this.#server, "close");
  }
}
