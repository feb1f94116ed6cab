import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import type { MqttServer } from "./mqtt-server.ts";

export interface MqttListenerOptions {
  readonly host: string;
  readonly port: number;
  readonly tls?: { readonly cert: Buffer; readonly key: Buffer };
}

/** Connections the system holds for us until we accept: a whole site may come back at once. */
const backlog = 4_096;
/** Tells a peer that is gone without a word from one that has nothing to say. */
const tcpKeepAliveMs = 60_000;
const tlsHandshakeMs = 10_000;

/** A port for MQTT, with or without TLS. */
export class MqttListener {
  readonly #server: Server;
  readonly #options: MqttListenerOptions;
  /** Sockets that have not finished their TLS handshake, too. */
  readonly #sockets = new Set<Socket>();

  constructor(mqtt: MqttServer, options: MqttListenerOptions) {
    this.#options = options;
    const via = options.tls ? "TLS" : "TCP";
    const accept = (socket: Socket) => mqtt.accept(socket, { address: socket.remoteAddress ?? "unknown", via });
    const common = { noDelay: true, keepAlive: true, keepAliveInitialDelay: tcpKeepAliveMs };
    this.#server = options.tls
      ? createTlsServer({ ...common, ...options.tls, handshakeTimeout: tlsHandshakeMs }, accept)
      : createServer(common, accept);
    this.#server.on("tlsClientError", (_, socket: Socket) => socket.destroy());
    if (options.tls) this.#server.on("connection", (socket: Socket) => this.#watch(socket));
  }

  get port(): number {
    return (this.#server.address() as AddressInfo | null)?.port ?? this.#options.port;
  }

  get accepts(): boolean {
    return this.#server.listening;
  }

  async open(): Promise<void> {
    try {
      await this.#listen(this.#options.host);
    } catch (error) {
      if (this.#options.host !== "::" || !isWithoutIpv6(error)) throw error;
      await this.#listen("0.0.0.0");
    }
  }

  /** Stops accepting; whoever is connected is the server's business. */
  stopAccepting(): void {
    this.#server.close();
  }

  /** Cuts off what is left, such as handshakes that never ended. */
  destroy(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  #watch(socket: Socket): void {
    this.#sockets.add(socket);
    socket.once("close", () => this.#sockets.delete(socket));
  }

  #listen(host: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#server.once("error", reject);
      this.#server.listen({ host, port: this.#options.port, backlog }, () => {
        this.#server.off("error", reject);
        resolve();
      });
    });
  }
}

const isWithoutIpv6 = (error: unknown): boolean =>
  error instanceof Error && "code" in error && (error.code === "EAFNOSUPPORT" || error.code === "EADDRNOTAVAIL");
