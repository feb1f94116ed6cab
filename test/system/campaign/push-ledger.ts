import type { Finding } from "./party.ts";

/** So many pushes behind an acknowledgement it has been kept: far more than are under way at once. */
export const keptBehind = 40;

/** Numbers that are pushed in their order, and again only while their acknowledgement may not have arrived. */
export class PushLedger {
  readonly #written = new Set<number>();
  readonly #received = new Set<number>();
  #findings: Finding[] = [];
  /** Of the line that is open, in order. */
  #here: number[] = [];
  readonly #mayBeLate: boolean;
  /** All below were acknowledged for good: a line began behind them, or went on for long after them. */
  #floor = 0;

  /** Where another node may do a write that nobody answered after the next one was acknowledged, its push is late, too. */
  constructor(mayBeLate = false) {
    this.#mayBeLate = mayBeLate;
  }

  get written(): number {
    return this.#written.size;
  }

  get delivered(): number {
    return this.#received.size;
  }

  get waiting(): number {
    return this.missing().length;
  }

  wrote(number: number): void {
    this.#written.add(number);
  }

  /** A new line; the first that came on the last one was the oldest that waited then. */
  resume(): void {
    this.#floor = Math.max(this.#floor, this.#here[0] ?? 0, this.#here.at(-1 - keptBehind) ?? 0);
    this.#here = [];
  }

  receive(number: number): void {
    const before = this.#here.at(-1) ?? 0;
    const isLate = this.#mayBeLate && number < before && !this.#written.has(number) && !this.#received.has(number);
    if (isLate) return void this.#received.add(number);
    if (number <= before) this.found("doubled", `push ${number} after ${before}`);
    if (number < this.#floor) this.found("returned", `push ${number}, though all below ${this.#floor} were done`);
    this.#here.push(number);
    this.#received.add(number);
  }

  missing(): number[] {
    return [...this.#written.difference(this.#received)];
  }

  found(kind: Finding["kind"], what: string): void {
    this.#findings.push({ kind, what });
  }

  takeFindings(): readonly Finding[] {
    const findings = this.#findings;
    this.#findings = [];
    return findings;
  }
}
