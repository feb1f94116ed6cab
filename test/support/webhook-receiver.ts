import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type RequestListener, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";

/** A request as it arrived. */
interface ReceivedRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface WebhookReceiver extends AsyncDisposable {
  readonly port: number;
  readonly received: readonly ReceivedRequest[];
  /** How requests are answered; undefined takes them. */
  answer: ((request: ReceivedRequest, reply: ServerResponse) => void) | undefined;
}

/** A real HTTP server on loopback that can fail, stall and redirect; with a certificate, an HTTPS one. */
export async function startWebhookReceiver(tls?: { cert: string; key: string }): Promise<WebhookReceiver> {
  const received: ReceivedRequest[] = [];
  const state: { answer: WebhookReceiver["answer"] } = { answer: undefined };
  const listen: RequestListener = (request, reply) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const one = { path: request.url ?? "", headers: request.headers, body: Buffer.concat(chunks).toString("utf8") };
      received.push(one);
      if (state.answer) state.answer(one, reply);
      else reply.end("taken");
    });
  };
  const server = tls ? createTlsServer(tls, listen) : createServer(listen);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return {
    port: typeof address === "object" && address ? address.port : 0,
    received,
    get answer() {
      return state.answer;
    },
    set answer(answer) {
      state.answer = answer;
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
