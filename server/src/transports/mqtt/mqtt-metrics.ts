import { Counter, Gauge, Histogram, type Registry } from "prom-client";

const buckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const msPerSecond = 1_000;

/**
 * What the MQTT transport tells about itself. Counts are plain numbers on the way of the messages and become
 * metrics when somebody asks for them.
 */
export class MqttMetrics {
  messagesIn = 0;
  messagesOut = 0;
  bytesIn = 0;
  bytesOut = 0;
  connections = 0;
  readonly #rejected: Counter<"reason">;
  readonly #refused: Counter<"reason">;
  readonly #ackDelay: Histogram;

  constructor(registry: Registry, inFlightBytes: () => number) {
    const registers = [registry];
    this.#count(registry, "messages_in_total", "Messages received from devices", () => this.messagesIn);
    this.#count(registry, "messages_out_total", "Messages sent to devices", () => this.messagesOut);
    this.#count(registry, "bytes_in_total", "Bytes of messages received", () => this.bytesIn);
    this.#count(registry, "bytes_out_total", "Bytes sent", () => this.bytesOut);
    this.#level(registry, "connections", "Open connections", () => this.connections);
    this.#level(registry, "in_flight_bytes", "Bytes of messages on their way into the store", inFlightBytes);
    this.#rejected = new Counter({
      name: "heliograph_mqtt_messages_rejected_total",
      help: "Messages that were not accepted, by reason",
      labelNames: ["reason"] as const,
      registers,
    });
    this.#refused = new Counter({
      name: "heliograph_mqtt_connections_refused_total",
      help: "Connection attempts that were refused, by reason",
      labelNames: ["reason"] as const,
      registers,
    });
    this.#ackDelay = new Histogram({
      name: "heliograph_mqtt_ack_delay_seconds",
      help: "From the arrival of a message to its acknowledgement; the oldest one of each write",
      buckets,
      registers,
    });
  }

  rejected(reason: string): void {
    this.#rejected.inc({ reason });
  }

  refused(reason: string): void {
    this.#refused.inc({ reason });
  }

  acknowledged(delayMs: number): void {
    this.#ackDelay.observe(delayMs / msPerSecond);
  }

  #count(registry: Registry, name: string, help: string, value: () => number): void {
    new Counter({
      name: `heliograph_mqtt_${name}`,
      help,
      registers: [registry],
      collect() {
        this.reset();
        this.inc(value());
      },
    });
  }

  #level(registry: Registry, name: string, help: string, value: () => number): void {
    new Gauge({
      name: `heliograph_mqtt_${name}`,
      help,
      registers: [registry],
      collect() {
        this.set(value());
      },
    });
  }
}
