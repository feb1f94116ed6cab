import type { Server, ServerResponse } from "node:http";
import { createHttpServer } from "../node-http.ts";
import { openPort, portOf } from "../open-port.ts";
import type { HttpMetrics } from "./metrics.ts";

/** Long enough for a scrape; a connection that asks nothing is closed. */
const patienceMs = 10_000;
const mostConnections = 100;

/** A port for metrics alone, so that the ports of the API can face the world and this one need not. */
export class MetricsListener {
  readonly #server: Server;
  readonly #wanted: number;

  constructor(metrics: HttpMetrics, port: number) {
    this.#wanted = port;
    this.#server = createHttpServer((request, response) => {
      const isAsked = request.url === "/metrics" && (request.method === "GET" || request.method === "HEAD");
      if (!isAsked) response.writeHead(404).end("Only GET /metrics is here\n");
      else void tell(response, metrics);
    });
    this.#server.maxConnections = mostConnections;
    this.#server.headersTimeout = patienceMs;
    this.#server.timeout = patienceMs;
  }

  open(host: string): Promise<void> {
    return openPort(this.#server, { host, port: this.#wanted });
  }

  get port(): number {
    return portOf(this.#server, this.#wanted);
  }

  get accepts(): boolean {
    return this.#server.listening;
  }

  close(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }
}

async function tell(response: ServerResponse, metrics: HttpMetrics): Promise<void> {
  const text = await metrics.text();
  response.writeHead(200, { "content-type": metrics.contentType, "cache-control": "no-store" }).end(text);
}
