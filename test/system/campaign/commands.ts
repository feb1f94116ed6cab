import type { CommandRecord } from "@heliograph/contract";
import { HttpDevice, messageIdOf } from "../../support/device-http.ts";
import { acknowledgedOnly, whileAlive } from "./alive.ts";
import { CommandLedger } from "./command-ledger.ts";
import { DeviceParty } from "./device-party.ts";
import type { Finding, Life } from "./party.ts";

const mostWaiting = 20;
const longestPauseMs = 30;

/** Scripts that a user queues, and sometimes cancels, and a logger takes and answers: each goes out once [CMD2]. */
export class Commands extends DeviceParty {
  readonly #ledger = new CommandLedger(this.name);
  /** What the logger has done and could not deliver yet. */
  #answers: { readonly messageId: number; readonly text: string }[] = [];
  #last = 0;

  get acknowledged(): number {
    return this.#ledger.answered.size;
  }

  async work(life: Life): Promise<void> {
    await Promise.all([whileAlive(life, () => this.#queue(life)), whileAlive(life, () => this.#serve(life))]);
  }

  async #queue({ admin }: Life): Promise<void> {
    await this.pause(longestPauseMs);
    if (this.#ledger.waiting.size > mostWaiting) return;
    const text = `${this.name} ${++this.#last}`;
    const path = `/api/devices/${this.deviceId}/commands`;
    const { id, messageId } = acknowledgedOnly(await admin.post(path, { type: "SCRIPT", text })).json<CommandRecord>();
    this.#ledger.queued(text, messageId);
    if (!this.chance.happens(0.1)) return;
    this.#ledger.unwanted.add(text);
    const cancelled = await admin.delete(`${path}/${id.id}`);
    if (cancelled.status < 300) this.#ledger.cancelled.add(text);
  }

  async #serve({ port }: Life): Promise<void> {
    const device = new HttpDevice(port, this.device.token);
    const [answer] = this.#answers;
    const asked = new Set(this.#ledger.cancelled);
    const contact = answer
      ? device.contact("RETURN_BASH", answerTo(answer.text), { messageId: answer.messageId })
      : device.contact("PING");
    const task = await contact.then(acknowledgedOnly).catch((error: unknown) => {
      this.#ledger.interrupted();
      throw error;
    });
    if (answer) this.#ledger.answered.add(answer.text);
    if (answer) this.#answers.shift();
    if (task.status === 204) return void (await this.pause(longestPauseMs));
    this.#ledger.take(task.text, asked);
    this.#answers.push({ messageId: messageIdOf(task), text: task.text });
  }

  async compare({ admin }: Life): Promise<Finding[]> {
    const list = acknowledgedOnly(await admin.get(`/api/devices/${this.deviceId}/commands?limit=-1`));
    return this.#ledger.compare(list.json<{ data: CommandRecord[] }>().data, this.#last, answerTo);
  }
}

const answerTo = (text: string): string => `done: ${text}`;
