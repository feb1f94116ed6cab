import { once } from "node:events";
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** Refuses a request, or passes it on and cuts the answer after some bytes. */
type ProxyFault = "refuse" | { readonly cutAfter: number };

/** Between a client and a real server of the S3 API: requests go on as they are, with their signature. */
export class FaultyProxy implements AsyncDisposable {
  readonly #server: Server;
  readonly #to: URL;
  fault: (method: string, path: string) => ProxyFault | undefined = () => undefined;

  private constructor(to: string) {
    this.#to = new URL(to);
    this.#server = createServer((asked, answer) => this.#pass(asked, answer));
  }

  static async before(endpoint: string): Promise<FaultyProxy> {
    const proxy = new FaultyProxy(endpoint);
    proxy.#server.listen(0, "127.0.0.1");
    await once(proxy.#server, "listening");
    return proxy;
  }

  get endpoint(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  #pass(asked: IncomingMessage, answer: ServerResponse): void {
    const fault = this.fault(asked.method ?? "", asked.url ?? "");
    if (fault === "refuse") {
      asked.resume();
      answer.writeHead(403, { "content-type": "application/xml" });
      return void answer.end("<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>");
    }
    const { hostname: host, port } = this.#to;
    const onward = request({ host, port, method: asked.method, path: asked.url, headers: asked.headers }, (found) => {
      answer.writeHead(found.statusCode ?? 502, found.headers);
      if (fault) cutAfter(fault.cutAfter, found, answer);
      else found.pipe(answer);
    });
    onward.on("error", () => answer.destroy());
    asked.on("error", () => onward.destroy());
    asked.pipe(onward);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, "close");
  }
}

function cutAfter(bytes: number, from: IncomingMessage, to: ServerResponse): void {
  let left = bytes;
  from.on("data", (chunk: Buffer) => {
    to.write(chunk.subarray(0, left));
    left -= chunk.length;
    if (left > 0) return;
    from.destroy();
    setImmediate(() => to.destroy()); // what was written is on its way first
  });
  from.on("end", () => to.end());
}
