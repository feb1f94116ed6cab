import { setTimeout as sleep } from "node:timers/promises";
import { acknowledgedOnly, whileAlive } from "./alive.ts";
import { DeviceParty } from "./device-party.ts";
import { keptSession, Line } from "./line.ts";
import type { Finding, Life } from "./party.ts";
import { keptBehind, PushLedger } from "./push-ledger.ts";

const topic = "v1/devices/me/attributes";
/** Few, so that they are no burst when the device is back. */
const mostWaiting = keptBehind / 2;
const longestPauseMs = 30;
const patienceMs = 30_000;

/** Shared attributes, written by a user and pushed to a session that is kept: none is missed, none comes back [MQ7]. */
export class Pushes extends DeviceParty {
  readonly #ledger = new PushLedger(this.terms.mayBeLate);
  #last = 0;

  get acknowledged(): number {
    return Math.min(this.#ledger.written, this.#ledger.delivered);
  }

  override async begin(life: Life): Promise<void> {
    await super.begin(life);
    await using line = await this.#open(life, false);
    line.send({ cmd: "subscribe", messageId: 1, subscriptions: [{ topic, qos: 1 }] });
    await line.next("suback");
  }

  async work(life: Life): Promise<void> {
    const receiving = whileAlive(life, async () => {
      await using line = await this.#open(life, true);
      for (;;) await this.#receive(line);
    });
    await Promise.all([receiving, whileAlive(life, () => this.#write(life))]);
  }

  async #write({ admin }: Life): Promise<void> {
    await this.pause(longestPauseMs);
    if (this.#ledger.waiting > mostWaiting) return;
    const a = ++this.#last;
    const path = `/api/plugins/telemetry/DEVICE/${this.deviceId}/attributes/SHARED_SCOPE`;
    acknowledgedOnly(await admin.post(path, { a: `${this.name} ${a}` }));
    this.#ledger.wrote(a);
  }

  async #open({ mqttPort }: Life, isKept: boolean): Promise<Line> {
    const line = await Line.open(mqttPort, this.device.token, 4, keptSession("pushed", 4));
    if (line.sessionPresent !== isKept) this.#ledger.found("untrue", `session present: ${line.sessionPresent}`);
    this.#ledger.resume();
    return line;
  }

  /** One push; or the answer to a ping, which nothing follows from. */
  async #receive(line: Line): Promise<"push" | "pong"> {
    const packet = await line.next("publish", "pingresp");
    if (packet.cmd === "pingresp") return "pong";
    const { payload, messageId = 0 } = packet;
    const text = String((JSON.parse(String(payload)) as { a: unknown }).a);
    const number = Number(text.slice(this.name.length + 1));
    const isOwn = text.startsWith(`${this.name} `) && number <= this.#last;
    if (isOwn) this.#ledger.receive(number);
    else this.#ledger.found("foreign", text);
    line.send({ cmd: "puback", messageId });
    return "push";
  }

  /** Receives until everything that was acknowledged has come, and the node has read that it came. */
  async compare(life: Life): Promise<readonly Finding[]> {
    await using line = await this.#open(life, true);
    const over = sleep(patienceMs, "over", { ref: false });
    while (this.#ledger.missing().length > 0) {
      if ((await Promise.race([this.#receive(line), over])) === "over") return this.#lost();
    }
    line.send({ cmd: "pingreq" });
    while ((await this.#receive(line)) !== "pong");
    return this.#ledger.takeFindings();
  }

  #lost(): readonly Finding[] {
    for (const number of this.#ledger.missing()) this.#ledger.found("lost", `push ${number}`);
    return this.#ledger.takeFindings();
  }
}
