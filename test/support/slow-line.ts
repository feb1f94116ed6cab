import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** A line between a client and a server on which only so many bytes a second come back; it holds nothing back itself. */
export class SlowLine implements AsyncDisposable {
  readonly #server = createServer({ highWaterMark: 1_024 });
  readonly #sockets: Socket[] = [];
  #bytesPerSecond: number;
  /** Bytes that came back so far. */
  carried = 0;

  private constructor(bytesPerSecond: number) {
    this.#bytesPerSecond = bytesPerSecond;
  }

  static async to(port: number, bytesPerSecond: number): Promise<SlowLine> {
    const line = new SlowLine(bytesPerSecond);
    line.#server.on("connection", (client) => line.#join(client, connect(port, "127.0.0.1")));
    line.#server.listen(0, "127.0.0.1");
    await once(line.#server, "listening");
    return line;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** From now on it carries what it can: nobody has to wait for what is still on its way. */
  becomeFast(): void {
    this.#bytesPerSecond = Number.POSITIVE_INFINITY;
  }

  #join(client: Socket, server: Socket): void {
    this.#sockets.push(client, server);
    for (const socket of [client, server]) socket.on("error", () => undefined);
    client.pipe(server);
    void this.#carry(client, server).catch(() => undefined);
  }

  async #carry(client: Socket, server: Socket): Promise<void> {
    for await (const chunk of server) {
      const bytes: Buffer = chunk;
      this.carried += bytes.length;
      client.write(bytes);
      await sleep((bytes.length / this.#bytesPerSecond) * 1_000);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
    await once(this.#server, "close");
  }
}
