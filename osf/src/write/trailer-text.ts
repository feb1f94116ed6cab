import { segmentTime } from "../format/segment.ts";
import type { ReadableChannel } from "../read/samples/batch.ts";
import { xmlAttributes } from "./metablock-text.ts";

interface Entry {
  samples: number;
  segments: number;
  firstNs: bigint | undefined;
  lastNs: bigint | undefined;
  /** The running segment, to know the time of its last sample. */
  segment: { readonly startNs: bigint; readonly rateHz: number; count: number } | undefined;
}

/** What the info block says about the channels (§9). */
export class TrailerTally {
  readonly #entries: readonly Entry[];

  constructor(channels: readonly ReadableChannel[]) {
    this.#entries = channels.map(() => ({
      samples: 0,
      segments: 0,
      firstNs: undefined,
      lastNs: undefined,
      segment: undefined,
    }));
  }

  stamped(index: number, count: number, firstNs: bigint, lastNs: bigint): void {
    const entry = this.#entries[index];
    if (!entry) return;
    entry.samples += count;
    entry.firstNs ??= firstNs;
    entry.lastNs = lastNs;
  }

  started(index: number, startNs: bigint, rateHz: number, count: number): void {
    const entry = this.#entries[index];
    if (!entry) return;
    entry.segments++;
    entry.firstNs ??= startNs;
    entry.segment = { startNs, rateHz, count: 0 };
    this.continued(index, count);
  }

  continued(index: number, count: number): void {
    const entry = this.#entries[index];
    if (!entry?.segment) return;
    entry.samples += count;
    entry.segment.count += count;
    entry.lastNs = segmentTime({ ...entry.segment, incrementNs: undefined }, entry.segment.count - 1);
  }

  text(): string {
    const channels = this.#entries.map((entry, index) => `<channel${xmlAttributes(entryFields(entry, index))}/>`);
    const finalized = new Date().toISOString();
    return `<trailer finalized_utc="${finalized}"><channels count="${channels.length}">${channels.join("")}</channels></trailer>`;
  }
}

function entryFields({ samples, segments, firstNs, lastNs }: Entry, index: number): Map<string, string> {
  const fields = new Map([
    ["index", String(index)],
    ["samples", String(samples)],
    ["segments", String(segments)],
  ]);
  if (firstNs !== undefined) fields.set("first_ns", String(firstNs));
  if (lastNs !== undefined) fields.set("last_ns", String(lastNs));
  return fields;
}
