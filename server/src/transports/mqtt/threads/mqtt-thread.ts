import { MessageChannel, Worker } from "node:worker_threads";
import type { UnauthenticatedLimits } from "../../unauthenticated-peers.ts";
import type { CountsSnapshot } from "../mqtt-counts.ts";
import type { MqttPortOptions } from "../mqtt-ports.ts";
import type { MqttPlatform } from "../session/mqtt-context.ts";
import type { Seat } from "../session/roster.ts";
import { AppendReceiver } from "./append-line.ts";
import { Bridge } from "./bridge.ts";
import type { ThreadStart } from "./mqtt.worker.ts";
import { platformHandlers } from "./platform-host.ts";
import { SeatProxies, type ThreadBridge } from "./seat-proxies.ts";

export interface ThreadWatcher {
  /** The thread ended by itself: its devices are cut off, and nobody accepts for it. */
  ended(thread: MqttThread, error: Error): void;
  /** Puts in order what the connections of a thread that ended have left; never fails. */
  tidy(seats: readonly Seat[]): Promise<void>;
}

/** A thread that speaks MQTT and asks this one for everything else. */
export class MqttThread {
  readonly #worker: Worker;
  readonly #bridge: ThreadBridge;
  readonly #appends: AppendReceiver;
  #error = new Error("an MQTT thread has ended");
  #isStopping = false;

  constructor(platform: MqttPlatform, unauthenticated: UnauthenticatedLimits, watcher: ThreadWatcher) {
    const { port1, port2 } = new MessageChannel();
    const start: ThreadStart = { limits: platform.limits, unauthenticated, appends: port2 };
    this.#worker = new Worker(new URL("./mqtt.worker.ts", import.meta.url), {
      workerData: start,
      transferList: [port2],
    });
    const seats = new SeatProxies(platform.roster, () => this.#bridge);
    const onLost = (error: unknown) => platform.logger.error({ err: error }, "a transport thread could not be served");
    this.#bridge = new Bridge(this.#worker, platformHandlers(platform, seats), onLost);
    this.#appends = new AppendReceiver(port1, (device, payload, receipt) =>
      platform.gateway.telemetry(device, payload, { receipt }),
    );
    this.#worker.on("error", (error) => {
      this.#error = error instanceof Error ? error : new Error(String(error));
    });
    this.#worker.on("exit", () => {
      this.#bridge.fail(this.#error);
      this.#appends.close();
      if (this.#isStopping) return;
      void seats.abandon((left) => watcher.tidy(left));
      watcher.ended(this, this.#error);
    });
  }

  open(options: MqttPortOptions): Promise<{ readonly port: number; readonly tlsPort: number | undefined }> {
    return this.#bridge.call("open", options);
  }

  switchRates(areOn: boolean): void {
    this.#bridge.tell("switchRates", areOn);
  }

  /** What a thread counted that has just ended is lost with it. */
  counts(): Promise<readonly CountsSnapshot[]> {
    return this.#bridge.call("counts").catch(() => []);
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#bridge.call("stop").catch(() => undefined); // it may have ended before
    await this.#worker.terminate();
    this.#appends.close();
  }
}
