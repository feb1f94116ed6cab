import { publishPacket, type Version } from "../../support/raw-mqtt.ts";
import { whileAlive } from "./alive.ts";
import { pointsOf } from "./device.ts";
import { DeviceParty } from "./device-party.ts";
import { compareNumbers } from "./ledger.ts";
import { isRefusal, Line, packetIdOf } from "./line.ts";
import type { Finding, Life } from "./party.ts";

const window = 20;
const longestPauseMs = 40;

/** QoS 1, each message with a time of its own, sent again until it is acknowledged. */
export class NumberedMessages extends DeviceParty {
  readonly #version: Version = this.chance.of([4, 5] as const) ?? 4;
  readonly #done = new Set<number>();
  readonly #open = new Set<number>();
  #sent = 0;

  get acknowledged(): number {
    return this.#done.size;
  }

  work(life: Life): Promise<void> {
    return whileAlive(life, async () => {
      await using line = await Line.open(life.mqttPort, this.device.token, this.#version, {});
      line.send(...[...this.#open].map((number) => this.#message(number, true)));
      for (;;) await this.#burst(line);
    });
  }

  async #burst(line: Line): Promise<void> {
    while (this.#open.size < window) {
      this.#open.add(++this.#sent);
      line.send(this.#message(this.#sent, false));
    }
    while (this.#open.size > 0) {
      const packet = await line.next("puback");
      const number = [...this.#open].find((open) => packetIdOf(open) === packet.messageId);
      if (number === undefined) throw new Error(`a PUBACK nobody waits for: ${JSON.stringify(packet)}`);
      this.#open.delete(number);
      if (!isRefusal(packet)) this.#done.add(number);
    }
    await this.pause(longestPauseMs);
  }

  #message(number: number, dup: boolean) {
    const values = { n: number, text: this.#textOf(number) };
    return publishPacket(packetIdOf(number), JSON.stringify({ ts: number, values }), { dup });
  }

  #textOf = (number: number): string => `${this.name} ${number}`;

  async compare(life: Life): Promise<Finding[]> {
    const { n = [], text = [] } = await pointsOf(life, this.device, ["n", "text"]);
    const texts = new Map(text.map(({ ts, value }) => [ts, value]));
    const wrong = n.filter(({ ts, value }) => value !== String(ts) || texts.get(ts) !== this.#textOf(ts));
    return [
      ...compareNumbers(
        n.map(({ ts }) => ts),
        { acknowledged: this.#done, sent: this.#sent },
      ),
      ...wrong.map(({ ts, value }) => ({ kind: "foreign", what: `at ${ts}: ${value}, ${texts.get(ts)}` }) as const),
    ];
  }
}
