import { publishPacket, type Version } from "../../support/raw-mqtt.ts";
import { acknowledgedOnly, whileAlive } from "./alive.ts";
import { DeviceParty } from "./device-party.ts";
import { Ledger } from "./ledger.ts";
import { isRefusal, Line, packetIdOf } from "./line.ts";
import type { Finding, Life } from "./party.ts";

const keys = 20;
const longestPauseMs = 40;

/** Client attributes that a device reports with QoS 1, one after the other: the last one stands. */
export class ReportedAttributes extends DeviceParty {
  readonly #version: Version = this.chance.of([4, 5] as const) ?? 4;
  readonly #ledger = new Ledger<string, string>(this.terms.mayBeLate);
  /** The number of the one that was not acknowledged. */
  #open: number | undefined;
  #last = 0;

  get acknowledged(): number {
    return this.#ledger.acknowledged;
  }

  work(life: Life): Promise<void> {
    return whileAlive(life, async () => {
      await using line = await Line.open(life.mqttPort, this.device.token, this.#version, {});
      for (;;) await this.#report(line);
    });
  }

  async #report(line: Line): Promise<void> {
    const isRepeated = this.#open !== undefined;
    const number = this.#open ?? ++this.#last;
    this.#open = number;
    const [key, value] = [keyOf(number), `${this.name} ${number}`];
    this.#ledger.intend(key, value);
    const more = { topic: "v1/devices/me/attributes", dup: isRepeated };
    line.send(publishPacket(packetIdOf(number), JSON.stringify({ [key]: value }), more));
    const packet = await line.next("puback");
    if (packet.messageId !== packetIdOf(number)) throw new Error(`a PUBACK nobody waits for: ${packet.messageId}`);
    this.#open = undefined;
    if (!isRefusal(packet)) this.#ledger.settle(key, value);
    await this.pause(longestPauseMs);
  }

  async compare({ admin }: Life): Promise<Finding[]> {
    const path = `/api/plugins/telemetry/DEVICE/${this.deviceId}/values/attributes/CLIENT_SCOPE`;
    const there = acknowledgedOnly(await admin.get(path)).json<{ key: string; value: string }[]>();
    return this.#ledger.compare(new Map(there.map(({ key, value }) => [key, value])));
  }
}

const keyOf = (number: number): string => `r${number % keys}`;
