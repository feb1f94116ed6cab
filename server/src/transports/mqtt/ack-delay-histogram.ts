import { Histogram, type Registry } from "prom-client";
import { ackDelayBuckets, type CountsSnapshot } from "./mqtt-counts.ts";

const name = "heliograph_mqtt_ack_delay_seconds";
const help = "From the arrival of a message to its acknowledgement; the oldest one of each write";

/** A histogram whose observations were made elsewhere: in the threads that write to the sockets. */
export class AckDelayHistogram extends Histogram<"le"> {
  readonly #source: () => Promise<readonly CountsSnapshot[]>;

  constructor(registry: Registry, source: () => Promise<readonly CountsSnapshot[]>) {
    super({
      name,
      help,
      buckets: [...ackDelayBuckets],
      registers: [registry],
    });
    this.#source = source;
  }

  /** What the registry asks for, and what `get` is made from. */
  async getForPromString() {
    const threads = await this.#source();
    const inClass = (index: number) => threads.reduce((sum, { ackDelays }) => sum + (ackDelays[index] ?? 0), 0);
    let total = 0;
    const values = [...ackDelayBuckets, "+Inf"].map((le, index) => {
      total += inClass(index);
      return { metricName: `${name}_bucket`, labels: { le }, value: total };
    });
    const sum = threads.reduce((seconds, { ackDelaySum }) => seconds + ackDelaySum, 0);
    return {
      name,
      help,
      type: "histogram",
      aggregator: "sum",
      values: [
        ...values,
        { metricName: `${name}_sum`, labels: {}, value: sum },
        { metricName: `${name}_count`, labels: {}, value: total },
      ],
    };
  }
}
