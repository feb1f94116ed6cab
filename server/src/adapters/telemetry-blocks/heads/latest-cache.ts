import type { Sample, TelemetryValue } from "../../../core/telemetry/index.ts";
import type { EpochMs } from "../../../kernel/time.ts";
import { type Columns, isTextKind, kind, textValue } from "../columns.ts";
import type { FrameTarget } from "../frames/apply-frame.ts";
import { maxCachedText } from "../limits.ts";

const state = { unknown: 0, none: 1, known: 2 } as const;

/** Whether `text` is exactly these bytes; only tried on plain letters. */
function isSameText(text: string | undefined, bytes: Uint8Array): boolean {
  if (text === undefined || text.length !== bytes.length) return false;
  for (let i = 0; i < bytes.length; i++)
    if (text.charCodeAt(i) !== bytes[i] || (bytes[i] as number) >= 0x80) return false;
  return true;
}

/**
 * The newest point of series, on the main thread: the most frequent question is answered without asking anyone. It is
 * fed with the frames that come back from the writer, so it never shows what is not durable. A series is unknown after
 * a start, a deletion or a long text, until somebody asked the blocks for it.
 */
export class LatestCache implements FrameTarget {
  #states = new Uint8Array(1024);
  #ts = new Float64Array(1024);
  #kinds = new Uint8Array(1024);
  #numbers = new Float64Array(1024);
  /** Changes whenever an answer that is on its way must not be kept any more. */
  #stamps = new Uint32Array(1024);
  readonly #texts: (string | undefined)[] = [];

  #reserve(series: number): void {
    if (series < this.#states.length) return;
    const size = Math.max(this.#states.length * 2, series + 1);
    const [states, ts, kinds, numbers, stamps] = [this.#states, this.#ts, this.#kinds, this.#numbers, this.#stamps];
    this.#states = new Uint8Array(size);
    this.#states.set(states);
    this.#ts = new Float64Array(size);
    this.#ts.set(ts);
    this.#kinds = new Uint8Array(size);
    this.#kinds.set(kinds);
    this.#numbers = new Float64Array(size);
    this.#numbers.set(numbers);
    this.#stamps = new Uint32Array(size);
    this.#stamps.set(stamps);
  }

  /** A series that has just come into being has no points. */
  created(series: number): void {
    this.#reserve(series);
    this.#states[series] = state.none;
  }

  push(series: number, ts: number, of: number, number: number): void {
    if (!this.#isNewest(series, ts)) return;
    this.#ts[series] = ts;
    this.#kinds[series] = of;
    this.#numbers[series] = number;
  }

  pushText(series: number, ts: number, of: number, bytes: Uint8Array): void {
    if (!this.#isNewest(series, ts)) return;
    if (bytes.length > maxCachedText) this.forget(series);
    else this.#keepText(series, ts, of, bytes);
  }

  #keepText(series: number, ts: number, of: number, bytes: Uint8Array): void {
    this.#ts[series] = ts;
    this.#kinds[series] = of;
    if (isSameText(this.#texts[series], bytes)) return;
    this.#texts[series] = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");
  }

  /** Removals are answered by `forget`, once they are done. */
  remove(): void {}

  /** Whether a point of this time is to be shown; of an unknown series nothing can be said. */
  #isNewest(series: number, ts: number): boolean {
    const now = this.#states[series] ?? state.unknown;
    if (now === state.known) return ts >= (this.#ts[series] as number);
    if (now === state.unknown) this.forget(series);
    else this.#states[series] = state.known;
    return now === state.none;
  }

  forget(series: number): void {
    this.#reserve(series);
    this.#states[series] = state.unknown;
    this.#stamps[series] = ((this.#stamps[series] as number) + 1) >>> 0;
    this.#texts[series] = undefined;
  }

  /** The newest point, `none`, or undefined when only the blocks can tell. */
  get(series: number): Sample | "none" | undefined {
    const now = this.#states[series] ?? state.unknown;
    if (now === state.none) return "none";
    return now === state.unknown ? undefined : { ts: this.#ts[series] as EpochMs, value: this.#valueOf(series) };
  }

  #valueOf(series: number): TelemetryValue {
    const of = this.#kinds[series] as number;
    if (isTextKind(of)) return textValue(of, this.#texts[series] ?? "");
    const number = this.#numbers[series] as number;
    return of === kind.boolean ? number === 1 : number;
  }

  /** To be taken before asking the blocks and handed back with the answer. */
  stampOf(series: number): number {
    this.#reserve(series);
    return this.#stamps[series] as number;
  }

  /** Keeps one point of an answer from the blocks, unless something happened to the series meanwhile. */
  fill(series: number, stamp: number, answer: Columns, at: number): void {
    if (this.stampOf(series) !== stamp || this.#states[series] !== state.unknown) return;
    if (answer.kinds[at] === kind.none) this.#states[series] = state.none;
    else this.#keep(series, answer, at);
  }

  #keep(series: number, { ts, kinds, numbers, texts }: Columns, at: number): void {
    const of = kinds[at] as number;
    const text = isTextKind(of) ? texts[numbers[at] as number] : undefined;
    if (text !== undefined && text.length > maxCachedText) return;
    this.#states[series] = state.known;
    this.#ts[series] = ts[at] as number;
    this.#kinds[series] = of;
    this.#numbers[series] = numbers[at] as number;
    this.#texts[series] = text;
  }
}
