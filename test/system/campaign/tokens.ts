import { HttpDevice } from "../../support/device-http.ts";
import { acknowledgedOnly, isAcknowledged, whileAlive } from "./alive.ts";
import { DeviceParty } from "./device-party.ts";
import { Ledger } from "./ledger.ts";
import type { Finding, Life } from "./party.ts";

const longestPauseMs = 120;
const key = "token";

/** A device whose token is set again and again: the last one is in force. */
export class SetTokens extends DeviceParty {
  readonly #ledger = new Ledger<string, string>(this.terms.mayBeLate);
  #last = 0;

  get acknowledged(): number {
    return this.#ledger.acknowledged;
  }

  override async begin(life: Life): Promise<void> {
    await super.begin(life);
    this.#ledger.intend(key, this.device.token);
  }

  work(life: Life): Promise<void> {
    return whileAlive(life, async () => {
      await this.pause(longestPauseMs);
      const token = `${this.name.replace("/", "-")}-${++this.#last}-of-the-campaign`;
      const deviceId = { id: this.deviceId, entityType: "DEVICE" };
      this.#ledger.intend(key, token);
      const changed = await life.admin.post("/api/device/credentials", { deviceId, credentialsId: token });
      if (isAcknowledged(changed)) this.#ledger.settle(key, token);
    });
  }

  async compare({ admin, port }: Life): Promise<Finding[]> {
    const record = acknowledgedOnly(await admin.get(`/api/device/${this.deviceId}/credentials`));
    const { credentialsId: token } = record.json<{ credentialsId: string }>();
    acknowledgedOnly(await new HttpDevice(port, token).contact("PING")); // it is in force
    return this.#ledger.compare(new Map([[key, token]]));
  }
}
