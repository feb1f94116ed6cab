import type { LogFollower, LoggedBatch, Point, TelemetryValue } from "../../../core/telemetry/index.ts";
import type { DeviceId } from "../../../kernel/ids.ts";
import { type EpochMs, epochMs } from "../../../kernel/time.ts";
import { kind, textValue } from "../columns.ts";
import { applyFrame, type FrameTarget } from "../frames/apply-frame.ts";
import type { SeriesName, SeriesNames } from "../series/series-directory.ts";
import type { JournalEntry } from "../storage/storage.ts";
import type { WriterLine } from "./writer-requests.ts";

/** Gathers the points of a commit again as they were sent; those of devices that are gone have no name any more. */
class PastCommit implements FrameTarget {
  readonly #nameOf: (series: number) => SeriesName | undefined;
  readonly batches: { device: DeviceId; points: Point[] }[] = [];
  arrivedAt: EpochMs | undefined;

  constructor(nameOf: (series: number) => SeriesName | undefined) {
    this.#nameOf = nameOf;
  }

  push(series: number, ts: number, of: number, number: number): void {
    this.#add(series, ts, of === kind.boolean ? number === 1 : number);
  }

  pushText(series: number, ts: number, of: number, text: Uint8Array): void {
    this.#add(series, ts, textValue(of, Buffer.from(text).toString("utf8")));
  }

  /** What was removed after it was committed was there when it came. */
  remove(): void {}

  arrival(ts: number): void {
    this.arrivedAt = epochMs(ts);
  }

  #add(series: number, ts: number, value: TelemetryValue): void {
    const name = this.#nameOf(series);
    if (!name) return;
    const point = { key: name.key, ts: epochMs(ts), value };
    const last = this.batches.at(-1);
    if (last?.device === name.device) last.points.push(point);
    else this.batches.push({ device: name.device, points: [point] });
  }
}

/**
 * Tells a follower what the log holds after a position. Commits from a time when nobody followed say nothing of their arrival
 * and are not told; damaged ones are passed over, as nobody can tell what they held.
 */
export async function tellPast(
  writer: WriterLine,
  directory: { names(): SeriesNames },
  follower: LogFollower,
  after: number,
): Promise<void> {
  let names: SeriesNames | undefined;
  for (let position = after; ; ) {
    const entries = (await writer.request({ type: "entries", after: position })) as readonly JournalEntry[];
    for (const entry of entries) {
      names ??= directory.names();
      tell(entry, names, follower);
      position = entry.position;
    }
    if (entries.length === 0) return;
  }
}

function tell({ position, frame }: JournalEntry, names: SeriesNames, follower: LogFollower): void {
  if (frame === undefined) return;
  const { arrival, batches } = pastCommit(frame, names);
  if (arrival !== undefined) follower.committed({ position, arrival, batches });
}

/** What a frame brought, and when; that is not known where nobody followed. */
export function pastCommit(frame: Uint8Array, names: SeriesNames) {
  const commit = new PastCommit((series) => names.get(series));
  applyFrame(frame, commit);
  const batches: readonly LoggedBatch[] = commit.batches;
  return { arrival: commit.arrivedAt, batches };
}
