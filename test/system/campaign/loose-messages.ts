import { publishPacket } from "../../support/raw-mqtt.ts";
import { whileAlive } from "./alive.ts";
import { DeviceParty } from "./device-party.ts";
import { compareNumbers } from "./ledger.ts";
import { Line } from "./line.ts";
import type { Finding, Life } from "./party.ts";
import { storedUntimed, untimedPayload } from "./untimed-points.ts";

const burst = 10;
const longestPauseMs = 60;

/** QoS 0: nothing is promised but that it is stored at most once, and with its own device. */
export class LooseMessages extends DeviceParty {
  #sent = 0;
  #answers = 0;

  /** Pings that were answered: the node has read what was sent before. */
  get acknowledged(): number {
    return this.#answers;
  }

  work(life: Life): Promise<void> {
    return whileAlive(life, async () => {
      await using line = await Line.open(life.mqttPort, this.device.token, 4, {});
      for (;;) {
        for (let count = 0; count < burst; count++)
          line.send(publishPacket(0, untimedPayload(this.name, ++this.#sent), { qos: 0 }));
        line.send({ cmd: "pingreq" });
        await line.next("pingresp");
        this.#answers++;
        await this.pause(longestPauseMs);
      }
    });
  }

  async compare(life: Life): Promise<Finding[]> {
    const { numbers, foreign } = await storedUntimed(life, this.device, this.name);
    return [...compareNumbers(numbers, { acknowledged: new Set(), sent: this.#sent }), ...foreign];
  }
}
