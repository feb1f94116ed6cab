import type { RestResponse } from "../../support/rest-client.ts";
import { acknowledgedOnly, isAcknowledged, whileAlive } from "./alive.ts";
import { DeviceParty } from "./device-party.ts";
import { Ledger } from "./ledger.ts";
import type { Finding, Life } from "./party.ts";

interface DeviceRecord {
  readonly id: { readonly id: string };
  readonly name: string;
  readonly label: string | null;
}

const most = 20;
const longestPauseMs = 40;

/** Devices that come, get another label, and go with all they had. */
export class MadeDevices extends DeviceParty {
  readonly #ledger = new Ledger<string, string>(this.terms.mayBeLate);
  readonly #ids = new Map<string, string>();
  #last = 0;

  get acknowledged(): number {
    return this.#ledger.acknowledged;
  }

  work(life: Life): Promise<void> {
    return whileAlive(life, async () => {
      await this.pause(longestPauseMs);
      const known = this.#ledger.certain().filter((name) => this.#ids.has(name));
      const name = this.chance.happens(0.4) || known.length > most ? this.chance.of(known) : undefined;
      if (name === undefined) await this.#make(life);
      else if (this.chance.happens(0.5)) await this.#rename(life, name);
      else await this.#delete(life, name);
    });
  }

  async #make({ admin }: Life): Promise<void> {
    const name = `${this.name} ${++this.#last}`;
    const response = await this.#change(name, "new", () => admin.post("/api/device", { name, label: "new" }));
    if (response) this.#ids.set(name, response.json<DeviceRecord>().id.id);
  }

  async #rename({ admin }: Life, name: string): Promise<void> {
    const label = `label ${++this.#last}`;
    const id = { id: this.#ids.get(name), entityType: "DEVICE" };
    await this.#change(name, label, () => admin.post("/api/device", { id, name, label }));
  }

  async #delete({ admin }: Life, name: string): Promise<void> {
    await this.#change(name, undefined, () => admin.delete(`/api/device/${this.#ids.get(name)}`));
  }

  async #change(name: string, label: string | undefined, request: () => Promise<RestResponse>) {
    this.#ledger.intend(name, label);
    const response = await request();
    if (!isAcknowledged(response)) return undefined;
    this.#ledger.settle(name, label);
    return response;
  }

  async compare({ admin, tenantId }: Life): Promise<Finding[]> {
    const list = acknowledgedOnly(await admin.get(`/api/tenants/${tenantId}/devices?limit=-1`));
    const own = list.json<{ data: DeviceRecord[] }>().data.filter(({ name }) => name.startsWith(`${this.name} `));
    for (const { id, name } of own) this.#ids.set(name, id.id);
    const there = new Map(own.map(({ name, label }) => [name, label ?? ""]));
    const doubled = own.length > there.size ? [{ kind: "doubled", what: "the name of a device" } as const] : [];
    return [...this.#ledger.compare(there), ...doubled];
  }
}
