import { acknowledgedOnly, isAcknowledged, whileAlive } from "./alive.ts";
import { DeviceParty } from "./device-party.ts";
import { Ledger } from "./ledger.ts";
import type { Finding, Life } from "./party.ts";

const keys = 20;
const longestPauseMs = 30;

/** Server attributes that a user sets, sets again and deletes. */
export class WrittenAttributes extends DeviceParty {
  readonly #ledger = new Ledger<string, string>(this.terms.mayBeLate);
  #last = 0;

  get acknowledged(): number {
    return this.#ledger.acknowledged;
  }

  work(life: Life): Promise<void> {
    return whileAlive(life, async () => {
      await this.pause(longestPauseMs);
      const key = `a${this.chance.below(keys)}`;
      const value = this.chance.happens(0.3) ? undefined : `${this.name} ${++this.#last}`;
      this.#ledger.intend(key, value);
      if (isAcknowledged(await this.#send(life, key, value))) this.#ledger.settle(key, value);
    });
  }

  #send({ admin }: Life, key: string, value: string | undefined) {
    const device = `/api/plugins/telemetry/DEVICE/${this.deviceId}`;
    return value === undefined
      ? admin.delete(`${device}/SERVER_SCOPE?keys=${key}`)
      : admin.post(`${device}/attributes/SERVER_SCOPE`, { [key]: value });
  }

  async compare({ admin }: Life): Promise<Finding[]> {
    const path = `/api/plugins/telemetry/DEVICE/${this.deviceId}/values/attributes/SERVER_SCOPE`;
    const there = acknowledgedOnly(await admin.get(path)).json<{ key: string; value: string }[]>();
    return this.#ledger.compare(new Map(there.map(({ key, value }) => [key, value])));
  }
}
