import type { DeviceId } from "../../../kernel/ids.ts";
import { epochMs } from "../../../kernel/time.ts";
import type { Point } from "../../telemetry/index.ts";
import { Lane, type Points, type Span } from "./lane.ts";
import type { Calculated } from "./sweep.ts";

/** What has to be done so that what is stored is what was calculated. */
export interface Differences {
  readonly points: readonly Point[];
  /** Spans in which everything stored goes. */
  readonly removed: readonly Span[];
  readonly removedTimes: readonly number[];
}

/** What is stored under the key of a channel, gone through beside its results. */
export class StoredResults {
  readonly #lane: Lane;
  readonly #key: string;

  private constructor(lane: Lane, key: string) {
    this.#lane = lane;
    this.#key = key;
  }

  static async open(points: Points, device: DeviceId, key: string, span: Span): Promise<StoredResults> {
    return new StoredResults(await Lane.open(points, device, key, span), key);
  }

  /** Compares the results of everything before `to`, behind those that were compared already; without the first ones still to come. */
  async compare(
    results: readonly Calculated[],
    to: number,
    isToCome: (ts: number) => boolean = () => false,
  ): Promise<Differences> {
    const points: Point[] = [];
    const removed = new Removed();
    for (const { ts, value } of results) {
      await this.#removeBefore(ts, removed);
      const stored = this.#lane.next?.ts === ts ? this.#lane.next : undefined;
      if (stored) await this.#lane.pass();
      else if (isToCome(ts)) continue;
      if (value === undefined) {
        if (stored) removed.add(ts);
        continue;
      }
      removed.end();
      if (stored?.value !== value) points.push({ key: this.#key, ts: epochMs(ts), value });
    }
    await this.#removeBefore(to, removed);
    return { points, removed: removed.spans, removedTimes: removed.times };
  }

  async #removeBefore(ts: number, removed: Removed): Promise<void> {
    for (let { next } = this.#lane; next && next.ts < ts; { next } = this.#lane) {
      removed.add(next.ts);
      await this.#lane.pass();
    }
  }

  close(): Promise<void> {
    return this.#lane.close();
  }
}

/** Moments that follow each other without a result in between go in one span. */
class Removed {
  readonly spans: { from: number; to: number }[] = [];
  readonly times: number[] = [];
  #isOpen = false;

  add(ts: number): void {
    this.times.push(ts);
    const last = this.spans.at(-1);
    if (this.#isOpen && last) last.to = ts + 1;
    else this.spans.push({ from: ts, to: ts + 1 });
    this.#isOpen = true;
  }

  end(): void {
    this.#isOpen = false;
  }
}
