import { MessageChannel, Worker } from "node:worker_threads";
import type { MqttPlatform } from "../mqtt-context.ts";
import type { CountsSnapshot } from "../mqtt-counts.ts";
import type { MqttPortOptions } from "../mqtt-ports.ts";
import type { RateSettings } from "../rate/rate-limits.ts";
import { AppendReceiver } from "./append-line.ts";
import { Bridge } from "./bridge.ts";
import type { ThreadStart } from "./mqtt.worker.ts";
import { platformHandlers } from "./platform-host.ts";
import { SeatProxies, type ThreadBridge } from "./seat-proxies.ts";

/** A thread that speaks MQTT and asks this one for everything else. */
export class MqttThread {
  readonly #worker: Worker;
  readonly #bridge: ThreadBridge;
  readonly #appends: AppendReceiver;
  #isStopping = false;

  /** `onFailure` hears when the thread ended by itself: its devices are cut off and nobody accepts for it. */
  constructor(platform: MqttPlatform, rates: RateSettings, onFailure: (error: Error) => void) {
    const { port1, port2 } = new MessageChannel();
    const start: ThreadStart = { limits: platform.limits, rates, appends: port2 };
    this.#worker = new Worker(new URL("./mqtt.worker.ts", import.meta.url), {
      workerData: start,
      transferList: [port2],
    });
    const seats = new SeatProxies(platform.roster, () => this.#bridge);
    const onLost = (error: unknown) => platform.logger.error({ err: error }, "a transport thread could not be served");
    this.#bridge = new Bridge(this.#worker, platformHandlers(platform, seats), onLost);
    this.#appends = new AppendReceiver(port1, (device, payload) => platform.gateway.telemetry(device, payload));
    const failed = (error: Error) => {
      this.#bridge.fail(error);
      if (!this.#isStopping) onFailure(error);
    };
    this.#worker.on("error", (error) => failed(error instanceof Error ? error : new Error(String(error))));
    this.#worker.on("exit", () => failed(new Error("an MQTT thread has ended")));
  }

  open(options: MqttPortOptions): Promise<{ readonly port: number; readonly tlsPort: number | undefined }> {
    return this.#bridge.call("open", options);
  }

  switchRates(areOn: boolean): void {
    this.#bridge.tell("switchRates", areOn);
  }

  counts(): Promise<readonly CountsSnapshot[]> {
    return this.#bridge.call("counts");
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#bridge.call("stop").catch(() => undefined); // it may have ended before
    await this.#worker.terminate();
    this.#appends.close();
  }
}
