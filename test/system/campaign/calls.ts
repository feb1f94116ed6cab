import { setTimeout as sleep } from "node:timers/promises";
import type { CommandRecord } from "@heliograph/contract";
import type { IPublishPacket } from "mqtt-packet";
import { publishPacket } from "../../support/raw-mqtt.ts";
import { acknowledgedOnly, whileAlive } from "./alive.ts";
import { CommandLedger } from "./command-ledger.ts";
import { DeviceParty } from "./device-party.ts";
import { keptSession, Line, packetIdOf } from "./line.ts";
import type { Finding, Life } from "./party.ts";

const requests = "v1/devices/me/rpc/request/";
const responses = "v1/devices/me/rpc/response/";
const mostWaiting = 20;
const longestPauseMs = 30;
const patienceMs = 30_000;
const none: ReadonlySet<string> = new Set();

interface Answer {
  readonly command: string;
  readonly text: string;
}

/** Calls that a user queues and a kept MQTT session takes and answers: each is one sending, none is missed [CMD2, MQ7]. */
export class Calls extends DeviceParty {
  readonly #ledger = new CommandLedger(this.name);
  /** Those the node has not acknowledged, by packet id; sent again on the next line. */
  readonly #answers = new Map<number, Answer>();
  /** Of the line that is open. */
  #here = new Set<string>();
  #last = 0;
  #answered = 0;

  get acknowledged(): number {
    return this.#ledger.answered.size;
  }

  override async begin(life: Life): Promise<void> {
    await super.begin(life);
    await using line = await this.#open(life, false);
    line.send({ cmd: "subscribe", messageId: 1, subscriptions: [{ topic: `${requests}+`, qos: 1 }] });
    await line.next("suback");
  }

  async work(life: Life): Promise<void> {
    const serving = whileAlive(life, async () => {
      await using line = await this.#open(life, true);
      for (;;) await this.#advance(line);
    });
    await Promise.all([serving, whileAlive(life, () => this.#queue(life))]);
  }

  async #queue({ admin }: Life): Promise<void> {
    await this.pause(longestPauseMs);
    if (this.#ledger.waiting.size > mostWaiting) return;
    const params = `${this.name} ${++this.#last}`;
    const queued = await admin.post(`/api/devices/${this.deviceId}/commands`, { type: "RPC", method: "say", params });
    this.#ledger.queued(params, acknowledgedOnly(queued).json<CommandRecord>().messageId);
  }

  async #open({ mqttPort }: Life, isKept: boolean): Promise<Line> {
    const line = await Line.open(mqttPort, this.device.token, 4, keptSession("called", 4));
    if (line.sessionPresent !== isKept) this.#ledger.found("untrue", `session present: ${line.sessionPresent}`);
    this.#here = new Set();
    for (const [packetId, answer] of this.#answers) line.send(responseTo(packetId, answer, true));
    return line;
  }

  /** A call, the acknowledgement of an answer, or the answer to a ping. */
  async #advance(line: Line): Promise<"more" | "pong"> {
    const packet = await line.next("publish", "puback", "pingresp");
    if (packet.cmd === "pingresp") return "pong";
    if (packet.cmd === "publish") this.#serve(line, packet);
    else this.#settle(packet.messageId ?? 0);
    return "more";
  }

  #serve(line: Line, { topic, payload, messageId = 0, dup }: IPublishPacket): void {
    const text = String((JSON.parse(String(payload)) as { params: unknown }).params);
    if (dup && !this.#here.has(text)) this.#ledger.takeRepeated(text);
    else this.#ledger.take(text, none);
    this.#here.add(text);
    const answer = { command: topic.slice(requests.length), text };
    const packetId = packetIdOf(++this.#answered);
    this.#answers.set(packetId, answer);
    line.send({ cmd: "puback", messageId }, responseTo(packetId, answer, false));
  }

  #settle(packetId: number): void {
    const answer = this.#answers.get(packetId);
    if (!answer) throw new Error(`a PUBACK nobody waits for: ${packetId}`);
    this.#answers.delete(packetId);
    this.#ledger.answered.add(answer.text);
  }

  /** Takes what waits or is out, those that nobody heard were queued too, until the queue says the same. */
  async compare(life: Life): Promise<Finding[]> {
    await using line = await this.#open(life, true);
    const over = sleep(patienceMs, "over", { ref: false });
    for (let isOver = false; ; ) {
      const list = acknowledgedOnly(await life.admin.get(`/api/devices/${this.deviceId}/commands?limit=-1`));
      const { data } = list.json<{ data: CommandRecord[] }>();
      const isQuiet = this.#ledger.isQuiet(data) && this.#answers.size === 0;
      if (isQuiet || isOver) return this.#judge(data);
      isOver = (await Promise.race([this.#advance(line), over])) === "over";
    }
  }

  #judge(there: readonly CommandRecord[]): Finding[] {
    for (const text of this.#ledger.waiting) this.#ledger.found("lost", `the call ${text}`);
    return this.#ledger.compare(there, this.#last, answerTo);
  }
}

const answerTo = (text: string): string => JSON.stringify(`done: ${text}`);

const responseTo = (packetId: number, { command, text }: Answer, dup: boolean) =>
  publishPacket(packetId, answerTo(text), { topic: `${responses}${command}`, dup });
