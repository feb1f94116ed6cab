import { publishPacket, type Version } from "../../support/raw-mqtt.ts";
import { whileAlive } from "./alive.ts";
import { DeviceParty } from "./device-party.ts";
import { compareNumbers } from "./ledger.ts";
import { isRefusal, keptSession, Line, packetIdOf } from "./line.ts";
import type { Finding, Life } from "./party.ts";
import { storedUntimed, untimedPayload } from "./untimed-points.ts";

const window = 20;
const longestPauseMs = 40;

/** QoS 2 without a time of its own, in a session that is kept: stored exactly once, over kills too [MQ7]. */
export class ExactMessages extends DeviceParty {
  readonly #version: Version = this.chance.of([4, 5] as const) ?? 4;
  readonly #done = new Set<number>();
  /** Those that were received wait for the end of their release. */
  readonly #open = new Map<number, "sent" | "received">();
  readonly #findings: Finding[] = [];
  #sent = 0;
  #isKept = false;

  get acknowledged(): number {
    return this.#done.size;
  }

  work(life: Life): Promise<void> {
    return whileAlive(life, async () => {
      await using line = await Line.open(
        life.mqttPort,
        this.device.token,
        this.#version,
        keptSession("exact", this.#version),
      );
      if (this.#isKept && !line.sessionPresent) this.#findings.push({ kind: "untrue", what: "no session present" });
      this.#isKept = true;
      for (const [number, state] of this.#open) this.#repeat(line, number, state);
      for (;;) await this.#burst(line);
    });
  }

  #repeat(line: Line, number: number, state: "sent" | "received"): void {
    if (state === "sent") line.send(this.#message(number, true));
    else line.send({ cmd: "pubrel", messageId: packetIdOf(number) });
  }

  async #burst(line: Line): Promise<void> {
    while (this.#open.size < window) {
      this.#open.set(++this.#sent, "sent");
      line.send(this.#message(this.#sent, false));
    }
    while (this.#open.size > 0) this.#advance(line, await line.next("pubrec", "pubcomp"));
    await this.pause(longestPauseMs);
  }

  #advance(line: Line, packet: Awaited<ReturnType<typeof Line.prototype.next<"pubrec" | "pubcomp">>>): void {
    const number = [...this.#open.keys()].find((open) => packetIdOf(open) === packet.messageId);
    if (number === undefined) throw new Error(`an answer nobody waits for: ${JSON.stringify(packet)}`);
    if (packet.cmd === "pubrec" && !isRefusal(packet)) {
      this.#open.set(number, "received");
      line.send({ cmd: "pubrel", messageId: packetIdOf(number) });
    } else {
      this.#open.delete(number);
      if (packet.cmd === "pubcomp") this.#done.add(number);
    }
  }

  #message(number: number, dup: boolean) {
    return publishPacket(packetIdOf(number), untimedPayload(this.name, number), { qos: 2, dup });
  }

  async compare(life: Life): Promise<Finding[]> {
    const { numbers, foreign } = await storedUntimed(life, this.device, this.name);
    const received = [...this.#open].flatMap(([number, state]) => (state === "received" ? [number] : []));
    const acknowledged = this.#done.union(new Set(received));
    return [...compareNumbers(numbers, { acknowledged, sent: this.#sent }), ...foreign, ...this.#findings.splice(0)];
  }
}
