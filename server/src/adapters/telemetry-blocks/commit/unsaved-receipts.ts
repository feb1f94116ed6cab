import type { Receipt, ReceiptLog } from "../../../core/telemetry/index.ts";
import type { MqttSessionId } from "../../../kernel/ids.ts";

interface Waiting {
  readonly receipt: Readonly<Receipt>;
  readonly since: number;
}

/** Rows of the log that may wait for receipts to be noted; beyond, appends wait until the records catch up. */
export const maxRowsBehind = 50_000;

const tidyFrom = 1_024;

/**
 * Receipts that are in the log and perhaps not in the record of their session. In the order of the log; one that is noted
 * goes when all before it have gone, which is how far the log may be trimmed.
 */
export class UnsavedReceipts implements Pick<ReceiptLog, "unsaved" | "saved"> {
  readonly #savedUpTo = new Map<MqttSessionId, { upTo: number; waiting: number }>();
  readonly #onPassed: () => void;
  #waiting: Waiting[] = [];
  #head = 0;
  #last = 0;

  /** `onPassed` is told when the log may go on. */
  constructor(onPassed: () => void) {
    this.#onPassed = onPassed;
  }

  /** A commit has been made, with these receipts. */
  committed(position: number, receipts: readonly Readonly<Receipt>[]): void {
    this.#last = Math.max(this.#last, position);
    for (const receipt of receipts) this.add(receipt);
  }

  add(receipt: Readonly<Receipt>): void {
    this.#last = Math.max(this.#last, receipt.position);
    const known = this.#savedUpTo.get(receipt.session) ?? { upTo: 0, waiting: 0 };
    known.waiting++;
    this.#savedUpTo.set(receipt.session, known);
    this.#waiting.push({ receipt, since: performance.now() });
  }

  /** Every receipt up to this position is where it belongs; of commits under way nothing is known here. */
  get passed(): number {
    const oldest = this.#waiting[this.#head];
    return oldest === undefined ? this.#last : oldest.receipt.position - 1;
  }

  get isTooFarBehind(): boolean {
    return this.#last - this.passed > maxRowsBehind;
  }

  unsaved(which: Parameters<ReceiptLog["unsaved"]>[0]): readonly Readonly<Receipt>[] {
    const open = this.#waiting.slice(this.#head).filter(({ receipt }) => !this.#isSaved(receipt));
    if ("session" in which)
      return open.map(({ receipt }) => receipt).filter(({ session }) => session === which.session);
    const before = performance.now() - which.olderThanMs;
    return open.filter(({ since }) => since <= before).map(({ receipt }) => receipt);
  }

  saved(session: MqttSessionId, position: number): void {
    const known = this.#savedUpTo.get(session);
    if (known === undefined || position <= known.upTo) return;
    known.upTo = position;
    this.#advance();
  }

  #isSaved({ session, position }: Readonly<Receipt>): boolean {
    return position <= (this.#savedUpTo.get(session)?.upTo ?? 0);
  }

  #advance(): void {
    const before = this.#head;
    for (let next = this.#waiting[this.#head]; next && this.#isSaved(next.receipt); next = this.#waiting[this.#head]) {
      this.#head++;
      this.#leave(next.receipt.session);
    }
    if (this.#head === before) return;
    this.#tidy();
    this.#onPassed();
  }

  #leave(session: MqttSessionId): void {
    const known = this.#savedUpTo.get(session);
    if (known && --known.waiting === 0) this.#savedUpTo.delete(session);
  }

  #tidy(): void {
    if (this.#head === this.#waiting.length) this.#waiting = [];
    else if (this.#head >= tidyFrom) this.#waiting = this.#waiting.slice(this.#head);
    else return;
    this.#head = 0;
  }
}
