import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import type { Duplex } from "node:stream";
import { type CertificateNews, followCertificate } from "../follow-certificate.ts";
import { createHttpServer } from "../node-http.ts";
import { openPort, portOf } from "../open-port.ts";
import { believeBalancers, type ProxyTrust } from "../proxy-protocol.ts";
import { secureOptions, type TlsOptions } from "../tls-options.ts";
import { noSniff } from "./answer-headers.ts";
import { HttpError, wireErrorOf } from "./faults.ts";
import { refuseSocket } from "./socket-refusal.ts";
import type { UnauthenticatedHttp } from "./unauthenticated-http.ts";
import { dispatchUpgrade, type Upgrades } from "./upgrades.ts";

export interface ListenerOptions {
  readonly host: string;
  readonly port: number;
  readonly tls?: TlsOptions;
  readonly onCertificate?: (news: CertificateNews) => void;
  /** A connection on which nothing moves for so long, in either direction, is closed. */
  readonly idleTimeoutMs: number;
  readonly proxies?: ProxyTrust;
  readonly unauthenticated: UnauthenticatedHttp;
  /** WebSockets, by path. */
  readonly upgrades?: Upgrades;
}

/** How often connections whose headers take too long are looked for. */
const checkEveryMs = 1_000;
/** How often idle connections are looked for while stopping. */
const closeIdleEveryMs = 100;

/**
 * Kept open so long after an answer. Longer than clients and proxies keep theirs (a minute, mostly): whoever closes first
 * while the other sends breaks a request, and only the client knows that nothing is under way.
 */
const keepAliveMs = 75_000;

/** A socket that accepts HTTP, with or without TLS. */
export class HttpListener {
  readonly #server: Server;
  readonly #options: ListenerOptions;
  /** Connections below TLS. */
  readonly #shaking = new Set<Duplex>();

  constructor(handle: RequestListener, options: ListenerOptions) {
    const behaviour = { requireHostHeader: false, connectionsCheckingInterval: checkEveryMs }; // a request without it is readable; HTTP/1.0 clients send none
    this.#server = options.tls
      ? createHttpsServer({ ...behaviour, ...secureOptions(options.tls) }, handle)
      : createHttpServer(behaviour, handle);
    this.#options = options;
    options.unauthenticated.watch(this.#server);
    this.#server.headersTimeout = options.unauthenticated.limits.unauthenticatedTimeout; // a connection without a request, too [API10]
    if (options.tls) followCertificate(this.#server, options.tls, options.onCertificate ?? (() => undefined));
    this.#server.requestTimeout = 0; // uploads are limited by progress, never by total time
    this.#server.keepAliveTimeout = keepAliveMs;
    if (options.tls) this.#watchHandshakes();
    this.#server.on("clientError", (error, socket) => refuseUnreadable(error, socket));
    this.#server.timeout = options.idleTimeoutMs; // also for the later requests of a kept-alive connection
    this.#server.on("checkContinue", (request, response) => {
      continueWhenRead(request, response);
      handle(request, response);
    });
    this.#server.on("checkExpectation", (_, response) => answer(response, expectationUnknown()));
    const { upgrades = new Map() } = options;
    if (options.proxies) believeBalancers(this.#server, options.proxies);
    this.#server.on("upgrade", (request, socket, head) => dispatchUpgrade(upgrades, request, socket, head));
  }

  get port(): number {
    return portOf(this.#server, this.#options.port);
  }

  get accepts(): boolean {
    return this.#server.listening;
  }

  open(): Promise<void> {
    return openPort(this.#server, { host: this.#options.host, port: this.#options.port });
  }

  /** Stops accepting and waits for what is in flight, but no longer than `graceMs`. */
  async close(graceMs: number): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    const idle = setInterval(() => this.#server.closeIdleConnections(), closeIdleEveryMs);
    const late = setTimeout(() => {
      this.#server.closeAllConnections();
      for (const socket of this.#shaking) socket.destroy();
    }, graceMs);
    this.#server.closeIdleConnections();
    await closed;
    clearInterval(idle);
    clearTimeout(late);
  }

  /** A handshake is no request yet: nobody else cuts it off when it fails or takes too long, or when the node stops. */
  #watchHandshakes(): void {
    this.#server.on("connection", (socket: Duplex) => {
      this.#shaking.add(socket);
      socket.once("close", () => this.#shaking.delete(socket));
    });
    this.#server.on("tlsClientError", (_: Error, socket: Duplex) => socket.destroy());
  }
}

/** The client is told to send its body when somebody wants to read it, and not when it has been refused before [API7]. */
function continueWhenRead(request: IncomingMessage, response: ServerResponse): void {
  const onListener = (event: string | symbol) => {
    if (event !== "data" && event !== "readable") return;
    request.off("newListener", onListener);
    if (!response.headersSent) response.writeContinue();
  };
  request.on("newListener", onListener);
}

const expectationUnknown = () => new HttpError("EXPECTATION_UNKNOWN", 417, "Expect: only 100-continue is understood");

function answer(response: ServerResponse, error: HttpError): void {
  const { body } = wireErrorOf(error, Date.now());
  const text = JSON.stringify(body);
  const headers = {
    ...noSniff,
    "content-type": "application/json; charset=utf-8",
    "content-length": Buffer.byteLength(text),
  };
  response.writeHead(body.status, headers).end(text);
}

/** Bytes that are not HTTP never become a request; even they are answered in our form [API2]. */
function refuseUnreadable(error: Error, socket: Duplex): void {
  if (!socket.writable || ("code" in error && error.code === "ECONNRESET")) {
    socket.destroy();
    return;
  }
  refuseSocket(socket, refusalFor(error));
}

function refusalFor(error: Error): HttpError {
  const code = "code" in error ? String(error.code) : "";
  if (code === "HPE_HEADER_OVERFLOW") return new HttpError("HEADERS_TOO_LARGE", 431, "The headers are too large");
  if (code === "ERR_HTTP_REQUEST_TIMEOUT")
    return new HttpError("REQUEST_TOO_SLOW", 408, "The request took too long to arrive");
  return new HttpError("REQUEST_UNREADABLE", 400, "This is not an HTTP request that can be read");
}
