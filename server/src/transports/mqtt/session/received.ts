import type { Receipt } from "../../../core/telemetry/index.ts";

/** The identifiers, and up to which position of the telemetry log they are all there are. */
type Save = (identifiers: readonly number[], upTo: number) => Promise<void>;

const nothing = Promise.resolve();

/**
 * Identifiers of QoS 2 messages taken over and not released yet: a repetition is not stored again [MQTT-4.3.3-2].
 * Those of a session that outlives its connection outlive the process, too. Whoever comes while a write is running is
 * part of the next one, so a device that sends many at once waits for few writes.
 */
export class Received {
  readonly #identifiers: Set<number>;
  #save: Save | undefined;
  #running: Promise<void> = nothing;
  #next: Promise<void> | undefined;
  /** In the order of their arrival, which is the order in which they are stored. */
  #expected: { readonly receipt: Receipt; isSettled: boolean }[] = [];
  #upTo: number;

  /** Without `save` the session ends with its connection, and nothing is written. */
  constructor(kept: readonly number[], save: Save | undefined, upTo = 0) {
    this.#identifiers = new Set(kept);
    this.#upTo = upTo;
    this.#save = save;
  }

  get size(): number {
    return this.#identifiers.size;
  }

  get all(): readonly number[] {
    return [...this.#identifiers];
  }

  has(identifier: number): boolean {
    return this.#identifiers.has(identifier);
  }

  /** Receipts up to this position of the log are among the identifiers, or were released. */
  get upTo(): number {
    return this.#upTo;
  }

  /** A message is on its way into the store. */
  expect(receipt: Receipt): void {
    this.#expected.push({ receipt, isSettled: false });
  }

  /** It was stored, or refused. What is known moves on only past messages that all have an answer. */
  settle(receipt: Receipt): void {
    const settled = this.#expected.find((expected) => expected.receipt === receipt);
    if (settled) settled.isSettled = true;
    while (this.#expected[0]?.isSettled) {
      const position = this.#expected.shift()?.receipt.position ?? 0;
      // Messages of one commit share its position: it is passed with the last of them, or a note in between would lack the others.
      const isShared = this.#expected.some((other) => !other.isSettled && other.receipt.position === position);
      if (!isShared) this.#upTo = Math.max(this.#upTo, position);
    }
  }

  /** Resolves when it is durable: then PUBREC may go. */
  add(identifier: number): Promise<void> {
    this.#identifiers.add(identifier);
    return this.#saved();
  }

  /** Resolves when it is durable: then PUBCOMP may go, and the client may use the identifier for another message. */
  release(identifier: number): Promise<void> {
    return this.#identifiers.delete(identifier) ? this.#saved() : nothing;
  }

  /** Nothing is written any more once this resolves: the next connection of the session may be the one who does. */
  async close(): Promise<void> {
    const last = this.#next ?? this.#running;
    this.#save = undefined;
    await last.catch(() => undefined);
  }

  #saved(): Promise<void> {
    if (!this.#save) return nothing;
    this.#next ??= this.#running.catch(() => undefined).then(() => this.#write());
    return this.#next;
  }

  #write(): Promise<void> {
    this.#next = undefined;
    this.#running = this.#save?.(this.all, this.#upTo) ?? nothing;
    return this.#running;
  }
}
