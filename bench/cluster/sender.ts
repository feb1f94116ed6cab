import { setTimeout as sleep } from "node:timers/promises";
import mqtt, { type MqttClient } from "mqtt";

const pauseMs = 100;
/** A device that hears nothing for so long connects anew, elsewhere. */
const patienceMs = 3_000;

/** A device that sends one value after the other to whichever node is there, and knows when it was served. */
export class Sender {
  readonly #token: string;
  readonly #ports: () => readonly number[];
  readonly #servedAt: number[] = [];
  #sent = 0;
  isOver = false;

  constructor(token: string, ports: () => readonly number[]) {
    [this.#token, this.#ports] = [token, ports];
  }

  async work(): Promise<void> {
    while (!this.isOver) await this.#onOneLine().catch(() => sleep(pauseMs));
  }

  async #onOneLine(): Promise<void> {
    const ports = this.#ports();
    const port = ports[Math.floor(Math.random() * ports.length)];
    const client = mqtt.connect(`mqtt://127.0.0.1:${port}`, {
      ...{ username: this.#token, reconnectPeriod: 0, connectTimeout: patienceMs, clientId: this.#token },
    });
    const lost = new Promise<never>((_, reject) => {
      client.on("error", reject);
      client.on("close", () => reject(new Error("the line is gone")));
    });
    lost.catch(() => undefined);
    try {
      await Promise.race([lost, new Promise((resolve) => client.once("connect", resolve)), late()]);
      while (!this.isOver) await Promise.race([lost, this.#send(client), late()]);
    } finally {
      client.end(true);
    }
  }

  async #send(client: MqttClient): Promise<void> {
    await client.publishAsync("v1/devices/me/telemetry", JSON.stringify({ n: ++this.#sent }), { qos: 1 });
    this.#servedAt.push(performance.now());
    await sleep(pauseMs);
  }

  /** The longest time without an acknowledgement since then. */
  longestGapSince(start: number): number {
    const times = [start, ...this.#servedAt.filter((at) => at >= start), performance.now()];
    return Math.max(...times.slice(1).map((at, i) => at - (times[i] ?? at)));
  }
}

async function late(): Promise<never> {
  await sleep(patienceMs, undefined, { ref: false });
  throw new Error("nothing was heard");
}
