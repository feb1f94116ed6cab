import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** A line between a client and a server on which only so many bytes a second come back; it holds nothing back itself. */
export class SlowLine implements AsyncDisposable {
  readonly #server = createServer({ highWaterMark: 1_024 });
  readonly #sockets: Socket[] = [];
  /** Bytes that came back so far. */
  carried = 0;

  static async to(port: number, bytesPerSecond: number): Promise<SlowLine> {
    const line = new SlowLine();
    line.#server.on("connection", (client) => line.#join(client, connect(port, "127.0.0.1"), bytesPerSecond));
    line.#server.listen(0, "127.0.0.1");
    await once(line.#server, "listening");
    return line;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  #join(client: Socket, server: Socket, bytesPerSecond: number): void {
    this.#sockets.push(client, server);
    for (const socket of [client, server]) socket.on("error", () => undefined);
    client.pipe(server);
    void this.#carry(client, server, bytesPerSecond).catch(() => undefined);
  }

  async #carry(client: Socket, server: Socket, bytesPerSecond: number): Promise<void> {
    for await (const chunk of server) {
      const bytes: Buffer = chunk;
      this.carried += bytes.length;
      client.write(bytes);
      await sleep((bytes.length / bytesPerSecond) * 1_000);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
    await once(this.#server, "close");
  }
}
