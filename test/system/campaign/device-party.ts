import type { Chance } from "./chance.ts";
import { type Device, makeDevice } from "./device.ts";
import type { Finding, Life, Party } from "./party.ts";

/** A party with one device of its own. */
export abstract class DeviceParty implements Party {
  readonly name: string;
  protected readonly chance: Chance;
  protected device: Device = { id: "", token: "" };

  constructor(name: string, chance: Chance) {
    this.name = name;
    this.chance = chance;
  }

  abstract readonly acknowledged: number;

  get deviceId(): string {
    return this.device.id;
  }

  async begin(life: Life): Promise<void> {
    this.device = await makeDevice(life, this.name);
  }

  abstract work(life: Life): Promise<void>;
  abstract compare(life: Life): Promise<readonly Finding[]>;
}
