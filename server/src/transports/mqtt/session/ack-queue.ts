import { type AckKind, plainAckLength, writePlainAck } from "../wire/encode.ts";

/** One acknowledgement owed. */
export interface AckSlot {
  readonly kind: AckKind;
  readonly messageId: number;
  /** When the message arrived, for the latency; `performance.now()`. */
  readonly arrived: number;
  /** "plain" is success; bytes are an answer of its own; undefined is still owed. */
  answer: "plain" | Buffer | undefined;
}

/** When this many slots at the front are used up, the list is moved together. */
const tidyFrom = 1_024;

/**
 * The acknowledgements a connection owes. They may become due in any order and leave in the order in which their
 * messages arrived, refusals too [MQ2, MQTT-4.6.0-2].
 */
export class AckQueue {
  #slots: AckSlot[] = [];
  #head = 0;

  get owed(): number {
    return this.#slots.length - this.#head;
  }

  open(kind: AckKind, messageId: number, arrived: number): AckSlot {
    const slot: AckSlot = { kind, messageId, arrived, answer: undefined };
    this.#slots.push(slot);
    return slot;
  }

  /** True when something can leave now. */
  get isDue(): boolean {
    return this.#slots[this.#head]?.answer !== undefined;
  }

  /** When the message at the front arrived. */
  get oldestArrival(): number {
    return this.#slots[this.#head]?.arrived ?? 0;
  }

  /** Everything due from the front, as bytes for one write. */
  take(): Buffer | undefined {
    let end = this.#head;
    let length = 0;
    for (let answer = this.#slots[end]?.answer; answer !== undefined; answer = this.#slots[++end]?.answer) {
      length += answer === "plain" ? plainAckLength : answer.length;
    }
    if (end === this.#head) return undefined;
    const bytes = Buffer.allocUnsafe(length);
    for (let at = 0; this.#head < end; this.#head++) at = writeSlot(this.#slots[this.#head], bytes, at);
    this.#tidy();
    return bytes;
  }

  #tidy(): void {
    if (this.#head === this.#slots.length) this.#slots = [];
    else if (this.#head >= tidyFrom) this.#slots = this.#slots.slice(this.#head);
    else return;
    this.#head = 0;
  }
}

function writeSlot(slot: AckSlot | undefined, bytes: Buffer, at: number): number {
  if (slot?.answer === undefined) return at;
  if (slot.answer === "plain") return writePlainAck(bytes, at, slot.kind, slot.messageId);
  return at + slot.answer.copy(bytes, at);
}
