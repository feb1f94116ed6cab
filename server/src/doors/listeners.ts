import { mqttWebSocketPath, type ServerInfo } from "@heliograph/contract";
import type { Config } from "../settings/config.ts";
import type { HttpListener } from "../transports/http/listener.ts";
import type { MqttPorts } from "../transports/mqtt/mqtt-ports.ts";
import { version } from "../version.ts";

export interface Ports {
  readonly httpPort: number;
  readonly httpsPort: number | undefined;
  readonly mqttPort: number;
  readonly mqttTlsPort: number | undefined;
}

interface Listener {
  readonly accepts: boolean;
}

/** The listeners of a node. What is served tells of them, and is there before they are. */
export class Listeners {
  readonly #wanted: Pick<Config, "httpPort" | "mqttPort">;
  #mqtt: MqttPorts | undefined;
  #http: readonly HttpListener[] = [];
  #all: readonly Listener[] = [];

  constructor(wanted: Pick<Config, "httpPort" | "mqttPort">) {
    this.#wanted = wanted;
  }

  mqttOpened(mqtt: MqttPorts): void {
    this.#mqtt = mqtt;
  }

  /** Without TLS, then with it. */
  httpOpened(http: readonly HttpListener[]): void {
    this.#http = http;
  }

  /** The last are open, too: from now on the node may be ready. */
  allOpened(mqtt: MqttPorts, others: readonly Listener[]): void {
    this.#all = [...this.#http, mqtt, ...others];
  }

  get allAccept(): boolean {
    return this.#all.length > 0 && this.#all.every((listener) => listener.accepts);
  }

  get ports(): Ports {
    return {
      httpPort: this.#http[0]?.port ?? this.#wanted.httpPort,
      httpsPort: this.#http[1]?.port,
      mqttPort: this.#mqtt?.port ?? this.#wanted.mqttPort,
      mqttTlsPort: this.#mqtt?.tlsPort,
    };
  }

  /** What has no value is null in answers. */
  serverInfo(): ServerInfo {
    const { httpPort, httpsPort, mqttPort, mqttTlsPort } = this.ports;
    return {
      ...{ version, httpPort, mqttPort, mqttWebSocketPath },
      httpsPort: httpsPort ?? null,
      mqttTlsPort: mqttTlsPort ?? null,
    };
  }

  /** Lets what is in flight over HTTP finish, for so long at most. */
  async closeHttp(withinMs: number): Promise<void> {
    await Promise.all(this.#http.map((listener) => listener.close(withinMs)));
  }
}
