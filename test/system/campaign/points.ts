import { isAcknowledged, whileAlive } from "./alive.ts";
import { pointsOf } from "./device.ts";
import { DeviceParty } from "./device-party.ts";
import { Ledger } from "./ledger.ts";
import type { Finding, Life } from "./party.ts";

const batch = 10;
const longestPauseMs = 40;

/** Points that a user writes in batches, and deletes again by ranges of time. */
export class WrittenPoints extends DeviceParty {
  readonly #ledger = new Ledger<number, string>(this.terms.mayBeLate);
  #last = 0;

  get acknowledged(): number {
    return this.#ledger.acknowledged;
  }

  work(life: Life): Promise<void> {
    return whileAlive(life, async () => {
      await this.pause(longestPauseMs);
      const old = this.chance.happens(0.3) ? this.chance.of(this.#ledger.certain()) : undefined;
      await (old === undefined ? this.#write(life) : this.#delete(life, old));
    });
  }

  async #write({ admin }: Life): Promise<void> {
    const numbers = Array.from({ length: batch }, () => ++this.#last);
    for (const number of numbers) this.#ledger.intend(number, this.#textOf(number));
    const body = numbers.map((ts) => ({ ts, values: { p: this.#textOf(ts) } }));
    const path = `/api/plugins/telemetry/DEVICE/${this.deviceId}/timeseries/ANY`;
    if (!isAcknowledged(await admin.post(path, body))) return;
    for (const number of numbers) this.#ledger.settle(number, this.#textOf(number));
  }

  async #delete({ admin }: Life, startTs: number): Promise<void> {
    const endTs = Math.min(startTs + batch, this.#last + 1);
    const numbers = Array.from({ length: endTs - startTs }, (_, index) => startTs + index);
    for (const number of numbers) this.#ledger.intend(number, undefined);
    const query = `keys=p&startTs=${startTs}&endTs=${endTs}`;
    const path = `/api/plugins/telemetry/DEVICE/${this.deviceId}/timeseries?${query}`;
    if (!isAcknowledged(await admin.delete(path))) return;
    for (const number of numbers) this.#ledger.settle(number, undefined);
  }

  #textOf = (number: number): string => `${this.name} ${number}`;

  async compare(life: Life): Promise<Finding[]> {
    const { p = [] } = await pointsOf(life, this.device, ["p"]);
    return this.#ledger.compare(new Map(p.map(({ ts, value }) => [ts, value])));
  }
}
