import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A line to a server that can lose what goes one way, and be cut. */
export class CutLine implements AsyncDisposable {
  readonly #server = createServer({ allowHalfOpen: true });
  readonly #sockets = new Set<Socket>();
  /** What is lost from now on: what is asked, or what is answered. */
  loses: "questions" | "answers" | "nothing" = "nothing";
  /** As soon as these words are asked, answers are lost. */
  silentAt: string | undefined;
  /** Told of everything that is asked, before it goes on. */
  onQuestion: () => void = () => undefined;
  /** Bytes that were lost. */
  lost = 0;

  static async to(port: number): Promise<CutLine> {
    const line = new CutLine();
    line.#server.on("connection", (client) => line.#join(client, connect(port, "127.0.0.1")));
    line.#server.listen(0, "127.0.0.1");
    await once(line.#server, "listening");
    return line;
  }

  /** The same address as `url`, by this line. */
  static async before(url: string): Promise<{ readonly line: CutLine; readonly url: string }> {
    const address = new URL(url);
    const line = await CutLine.to(Number(address.port));
    address.port = String((line.#server.address() as AddressInfo).port);
    return { line, url: address.href };
  }

  #join(client: Socket, server: Socket): void {
    this.#carry(client, server, "questions");
    this.#carry(server, client, "answers");
  }

  #carry(from: Socket, to: Socket, what: "questions" | "answers"): void {
    this.#sockets.add(from);
    from.on("error", () => undefined);
    from.on("close", () => {
      this.#sockets.delete(from);
      to.destroy();
    });
    from.on("end", () => {
      if (this.loses === "nothing") from.end(); // else it is as deaf as a process that was stopped
    });
    from.on("data", (bytes) => {
      if (what === "questions") this.onQuestion();
      if (what === "questions" && this.silentAt !== undefined && bytes.includes(this.silentAt)) this.loses = "answers";
      if (this.loses === what) this.lost += bytes.length;
      else to.write(bytes);
    });
  }

  /** Ends every connection; new ones lose nothing. */
  cut(): void {
    this.loses = "nothing";
    this.lost = 0;
    for (const socket of this.#sockets) socket.destroy();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.cut();
    this.#server.close();
    await once(this.#server, "close");
  }
}
