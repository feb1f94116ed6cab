import { createServer, type Server, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import { followCertificate } from "../follow-certificate.ts";
import { openPort, portOf } from "../open-port.ts";
import { believeBalancers, type ProxyTrust } from "../proxy-protocol.ts";
import { secureOptions, type TlsOptions } from "../tls-options.ts";
import { Handshakes } from "./handshakes.ts";
import { tcpKeepAliveMs } from "./mqtt-limits.ts";
import type { MqttServer } from "./mqtt-server.ts";

export interface MqttListenerOptions {
  readonly host: string;
  readonly port: number;
  readonly tls?: TlsOptions;
  /** Others listen on this port, too, and the system shares the connections out. */
  readonly reusePort?: boolean;
  readonly proxies: ProxyTrust;
}

/** Connections the system holds for us until we accept: a whole site may come back at once. */
const backlog = 4_096;

/** A port for MQTT, with or without TLS. */
export class MqttListener {
  readonly #server: Server;
  readonly #options: MqttListenerOptions;
  readonly #handshakes: Handshakes;

  constructor(mqtt: MqttServer, options: MqttListenerOptions) {
    this.#options = options;
    const via = options.tls ? "TLS" : "TCP";
    this.#handshakes = new Handshakes(mqtt.unauthenticated);
    const accept = (socket: Socket) => {
      this.#handshakes.done(socket);
      mqtt.accept(socket, { address: socket.remoteAddress ?? "unknown", via });
    };
    const common = { noDelay: true, keepAlive: true, keepAliveInitialDelay: tcpKeepAliveMs };
    this.#server = options.tls
      ? createTlsServer({ ...common, ...secureOptions(options.tls) }, accept)
      : createServer(common, accept);
    this.#server.on("tlsClientError", (_, socket: Socket) => socket.destroy());
    if (options.tls) this.#server.on("connection", (socket: Socket) => this.#handshakes.watch(socket));
    // The port of HTTP follows the same files and tells what becomes of them.
    if (options.tls) followCertificate(this.#server, options.tls, () => undefined);
    believeBalancers(this.#server, options.proxies);
  }

  get port(): number {
    return portOf(this.#server, this.#options.port);
  }

  get accepts(): boolean {
    return this.#server.listening;
  }

  open(): Promise<void> {
    const { host, port, reusePort = false } = this.#options;
    return openPort(this.#server, { host, port, backlog, reusePort });
  }

  /** Stops accepting; whoever is connected is the server's business. */
  stopAccepting(): void {
    this.#server.close();
  }

  /** Cuts off what is left, such as handshakes that never ended. */
  destroy(): void {
    this.#handshakes.destroy();
  }
}
