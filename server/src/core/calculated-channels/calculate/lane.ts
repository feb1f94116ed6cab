import type { DeviceId } from "../../../kernel/ids.ts";
import { epochMs } from "../../../kernel/time.ts";
import type { Sample, TelemetryStore } from "../../telemetry/index.ts";

export type Points = Pick<TelemetryStore, "scan">;

/** From a moment on, up to another one, which is not included. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

const rangeOf = ({ from, to }: Span) => ({ from: epochMs(from), to: epochMs(to) });

/** The newest point of a series in a span. */
export async function newestIn(points: Points, device: DeviceId, key: string, span: Span): Promise<Sample | undefined> {
  if (span.from >= span.to) return undefined;
  for await (const [sample] of points.scan(device, key, rangeOf(span), "DESC", 1)) return sample;
  return undefined;
}

export async function oldestIn(points: Points, device: DeviceId, key: string, span: Span): Promise<Sample | undefined> {
  if (span.from >= span.to) return undefined;
  for await (const [sample] of points.scan(device, key, rangeOf(span), "ASC", 1)) return sample;
  return undefined;
}

/** A series that is read in order, as far as it was read. */
export class Lane {
  readonly key: string;
  readonly #chunks: AsyncIterator<readonly Sample[]>;
  #chunk: readonly Sample[] = [];
  #at = 0;

  constructor(points: Points, device: DeviceId, key: string, span: Span) {
    this.key = key;
    this.#chunks = points.scan(device, key, rangeOf(span), "ASC")[Symbol.asyncIterator]();
  }

  static async open(points: Points, device: DeviceId, key: string, span: Span): Promise<Lane> {
    const lane = new Lane(points, device, key, span);
    await lane.#read();
    return lane;
  }

  /** The next point, or undefined at the end. */
  get next(): Sample | undefined {
    return this.#chunk[this.#at];
  }

  /** A promise only where more has to be read: most points are there already. */
  pass(): Promise<void> | undefined {
    this.#at++;
    return this.#at < this.#chunk.length ? undefined : this.#read();
  }

  async #read(): Promise<void> {
    do {
      const { done, value } = await this.#chunks.next();
      this.#at = 0;
      this.#chunk = done ? [] : value;
      if (done) return;
    } while (this.#chunk.length === 0);
  }

  async close(): Promise<void> {
    await this.#chunks.return?.();
  }
}
