import { setTimeout as sleep } from "node:timers/promises";
import { publishPacket } from "../../support/raw-mqtt.ts";
import { interruption } from "../campaign/alive.ts";
import { type Device, pointsOf } from "../campaign/device.ts";
import { compareNumbers } from "../campaign/ledger.ts";
import { Line, packetIdOf } from "../campaign/line.ts";
import type { Finding, Life } from "../campaign/party.ts";

const pauseMs = 100;
/** A device that hears nothing for so long connects anew. */
const patienceMs = 3_000;

/** A device that sends one value after the other, each once, and knows when it was served. */
export class Probe {
  readonly device: Device;
  readonly acknowledged = new Set<number>();
  /** By the steady clock, in order. */
  readonly servedAt: number[] = [];
  #sent = 0;

  constructor(device: Device) {
    this.device = device;
  }

  /** The newest value that everybody has to see from now on. */
  get newest(): number {
    return Math.max(0, ...[...this.acknowledged].slice(-1));
  }

  async work(life: Life): Promise<void> {
    while (!life.isOver) {
      try {
        await using line = await within(Line.open(life.mqttPort, this.device.token, 4, {}));
        while (!life.isOver) {
          await this.#send(line);
          await sleep(pauseMs);
        }
      } catch (error) {
        if (!interruption.test(String(error))) throw error;
        await sleep(pauseMs);
      }
    }
  }

  async #send(line: Line): Promise<void> {
    const number = ++this.#sent;
    line.send(publishPacket(packetIdOf(number), JSON.stringify({ ts: number, values: { n: number } })));
    const { messageId } = await within(line.next("puback"));
    if (messageId !== packetIdOf(number)) throw new Error(`a PUBACK nobody waits for: ${messageId}`);
    this.acknowledged.add(number);
    this.servedAt.push(performance.now());
  }

  /** The longest time without an acknowledgement since then; before, others may have paused it. */
  longestGapSince(start: number): number {
    const after = this.servedAt.findIndex((at) => at >= start);
    if (after < 0) return performance.now() - start;
    const times = [start, ...this.servedAt.slice(after)];
    return Math.max(...times.slice(1).map((at, i) => at - (times[i] ?? at)));
  }

  async compare(life: Life): Promise<Finding[]> {
    const { n = [] } = await pointsOf(life, this.device, ["n"]);
    const wrong = n.filter(({ ts, value }) => value !== String(ts));
    return [
      ...compareNumbers(
        n.map(({ ts }) => ts),
        { acknowledged: this.acknowledged, sent: this.#sent },
      ),
      ...wrong.map(({ ts, value }) => ({ kind: "foreign", what: `at ${ts}: ${value}` }) as const),
    ];
  }
}

/** What takes longer is left; whatever was opened late is closed. */
async function within<Thing extends object>(thing: Promise<Thing>): Promise<Thing> {
  const over = new AbortController();
  const late = sleep(patienceMs, undefined, { signal: over.signal }).then(() => {
    void thing.then(
      (opened) => (Symbol.asyncDispose in opened ? (opened as AsyncDisposable)[Symbol.asyncDispose]() : undefined),
      () => undefined,
    );
    throw new Error("not now: nothing was heard");
  });
  return Promise.race([thing, late]).finally(() => {
    over.abort();
    late.catch(() => undefined);
  });
}
