import { setTimeout as sleep } from "node:timers/promises";
import type { Chance } from "./chance.ts";
import { type Device, makeDevice } from "./device.ts";
import type { Finding, Life, Party } from "./party.ts";

/** How a party behaves where the node is not alone. */
export interface Terms {
  /** Its pauses are so many times as long. */
  readonly pace: number;
  /** A request whose answer did not come may be done later than the next one. */
  readonly mayBeLate: boolean;
}

const usual: Terms = { pace: 1, mayBeLate: false };

/** A party with one device of its own. */
export abstract class DeviceParty implements Party {
  readonly name: string;
  protected readonly chance: Chance;
  protected readonly terms: Terms;
  protected device: Device = { id: "", token: "" };

  constructor(name: string, chance: Chance, terms: Terms = usual) {
    this.name = name;
    this.chance = chance;
    this.terms = terms;
  }

  abstract readonly acknowledged: number;

  get deviceId(): string {
    return this.device.id;
  }

  async begin(life: Life): Promise<void> {
    this.device = await makeDevice(life, this.name);
  }

  protected async pause(longestMs: number): Promise<void> {
    await sleep(this.chance.below(longestMs) * this.terms.pace);
  }

  abstract work(life: Life): Promise<void>;
  abstract compare(life: Life): Promise<readonly Finding[]>;
}
