import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** well; cut: whatever is open ends, nobody gets in; silent: all is open and nothing arrives; slow: all is late. */
export type LinkState = "well" | "cut" | "silent" | "slow";

const slowMs = 150;

/** A network cable between two processes: bytes are never lost in the middle of a connection, as TCP promises. */
export class FaultyLink implements AsyncDisposable {
  readonly #server = createServer();
  readonly #pairs = new Set<readonly [Socket, Socket]>();
  readonly #held = new Set<() => void>();
  #state: LinkState = "well";

  static async to(port: number): Promise<FaultyLink> {
    const link = new FaultyLink();
    link.#server.on("connection", (client) => link.#join(client, port));
    link.#server.listen(0, "127.0.0.1");
    await once(link.#server, "listening");
    return link;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  become(state: LinkState): void {
    this.#state = state;
    if (state === "cut") this.endAll();
    if (state === "silent") return;
    for (const go of this.#held) go();
    this.#held.clear();
  }

  /** Ends every connection; what comes next gets in as before. */
  endAll(): void {
    for (const pair of this.#pairs) for (const socket of pair) socket.destroy();
  }

  #join(client: Socket, port: number): void {
    client.on("error", () => undefined);
    if (this.#state === "cut") return void client.destroy();
    const server = connect({ port, host: "127.0.0.1", noDelay: true });
    client.setNoDelay();
    const pair = [client, server] as const;
    this.#pairs.add(pair);
    void this.#carry(client, server, pair);
    void this.#carry(server, client, pair);
  }

  async #carry(from: Socket, to: Socket, pair: readonly [Socket, Socket]): Promise<void> {
    from.on("error", () => undefined);
    try {
      for await (const bytes of from) {
        await this.#passage();
        if (!to.destroyed && !to.write(bytes)) await Promise.race([once(to, "drain"), once(to, "close")]);
      }
      await this.#passage();
    } catch {
      // cut, or ended by either side: both ends hear of it
    }
    for (const socket of pair) socket.destroy();
    this.#pairs.delete(pair);
  }

  async #passage(): Promise<void> {
    while (this.#state === "silent") await new Promise<void>((resolve) => this.#held.add(resolve));
    if (this.#state === "slow") await new Promise((resolve) => setTimeout(resolve, slowMs));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.become("cut");
    this.#server.close();
    await once(this.#server, "close");
  }
}
