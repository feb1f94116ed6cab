import { Counter, Gauge, type Registry } from "prom-client";
import { AckDelayHistogram } from "./ack-delay-histogram.ts";
import type { CountsSnapshot } from "./mqtt-counts.ts";

/** Every transport thread tells what it counted. */
export type CountsSource = () => Promise<readonly CountsSnapshot[]>;

type Sum = (of: (counts: CountsSnapshot) => number) => Promise<number>;

/** What the MQTT transport tells about itself, added up when somebody asks. */
export class MqttMetrics {
  readonly #registry: Registry;
  readonly #source: CountsSource;
  /** All metrics of one look at the registry share one answer. */
  #asked: Promise<readonly CountsSnapshot[]> | undefined;

  constructor(registry: Registry, source: CountsSource) {
    this.#registry = registry;
    this.#source = source;
    this.#count("messages_in_total", "Messages received from devices", ({ messagesIn }) => messagesIn);
    this.#count("messages_out_total", "Messages sent to devices", ({ messagesOut }) => messagesOut);
    this.#count("bytes_in_total", "Bytes of messages received", ({ bytesIn }) => bytesIn);
    this.#count("bytes_out_total", "Bytes sent", ({ bytesOut }) => bytesOut);
    this.#level("connections", "Open connections", ({ connections }) => connections);
    const inFlight = "Bytes of messages on their way into the store";
    this.#level("in_flight_bytes", inFlight, ({ inFlightBytes }) => inFlightBytes);
    const rejected = "Messages that were not accepted, by reason";
    this.#countByReason("messages_rejected_total", rejected, (counts) => counts.rejected);
    const refused = "Connection attempts that were refused, by reason";
    this.#countByReason("connections_refused_total", refused, (counts) => counts.refused);
    new AckDelayHistogram(registry, () => this.#counts());
  }

  #counts(): Promise<readonly CountsSnapshot[]> {
    this.#asked ??= this.#source().finally(() => {
      this.#asked = undefined;
    });
    return this.#asked;
  }

  readonly #sum: Sum = async (of) => (await this.#counts()).reduce((sum, counts) => sum + of(counts), 0);

  #count(name: string, help: string, of: (counts: CountsSnapshot) => number): void {
    const sum = this.#sum;
    new Counter({
      name: `heliograph_mqtt_${name}`,
      help,
      registers: [this.#registry],
      async collect() {
        const value = await sum(of);
        this.reset();
        this.inc(value);
      },
    });
  }

  #level(name: string, help: string, of: (counts: CountsSnapshot) => number): void {
    const sum = this.#sum;
    new Gauge({
      name: `heliograph_mqtt_${name}`,
      help,
      registers: [this.#registry],
      async collect() {
        this.set(await sum(of));
      },
    });
  }

  #countByReason(name: string, help: string, of: (counts: CountsSnapshot) => ReadonlyMap<string, number>): void {
    const counts = () => this.#counts();
    new Counter({
      name: `heliograph_mqtt_${name}`,
      help,
      labelNames: ["reason"] as const,
      registers: [this.#registry],
      async collect() {
        const threads = await counts();
        this.reset();
        for (const [reason, count] of threads.flatMap((thread) => [...of(thread)])) this.inc({ reason }, count);
      },
    });
  }
}
