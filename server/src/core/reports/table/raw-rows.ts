import type { Sample, TelemetryStore, TimeRange } from "../../telemetry/index.ts";
import type { PlacedDevice } from "./columns.ts";
import type { Row } from "./table.ts";

/** What is made in one turn of the event loop: few rows where these are wide. */
const rowsAtOnce = 500;
const cellsAtOnce = 20_000;

/** Every point of a device, a row for each moment of which it has some: its series side by side, read as they are needed. */
export async function* rawRows(
  store: Pick<TelemetryStore, "scan">,
  { id, name, series }: PlacedDevice,
  width: number,
  range: TimeRange,
): AsyncGenerator<readonly Row[]> {
  const atOnce = Math.max(1, Math.min(rowsAtOnce, Math.floor(cellsAtOnce / Math.max(1, width))));
  const cursors = series.map(({ key, place }) => new Cursor(place, store.scan(id, key, range, "ASC")));
  try {
    await Promise.all(cursors.map((cursor) => cursor.fill()));
    for (;;) {
      const rows: Row[] = [];
      while (rows.length < atOnce) {
        const row = await nextRow(cursors, name, width);
        if (!row) break;
        rows.push(row);
      }
      if (rows.length > 0) yield rows;
      if (rows.length < atOnce) return;
    }
  } finally {
    await Promise.all(cursors.map((cursor) => cursor.leave()));
  }
}

/** Waits only where a series has to be read further. */
async function nextRow(cursors: readonly Cursor[], device: string, width: number): Promise<Row | undefined> {
  let ts = Number.POSITIVE_INFINITY;
  for (const { head } of cursors) if (head && head.ts < ts) ts = head.ts;
  const values: Row["values"][number][] = new Array(width).fill(undefined);
  let first: Sample | undefined;
  for (const cursor of cursors) {
    if (cursor.head?.ts !== ts) continue;
    first = cursor.head;
    values[cursor.place] = cursor.head.value;
    cursor.take();
    if (cursor.isEmpty) await cursor.fill();
  }
  return first && { ts: first.ts, device, values };
}

/** Where the reading of a series is. */
class Cursor {
  readonly place: number;
  readonly #chunks: AsyncIterator<readonly Sample[]>;
  #chunk: readonly Sample[] = [];
  #at = 0;

  constructor(place: number, chunks: AsyncIterable<readonly Sample[]>) {
    this.place = place;
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  get head(): Sample | undefined {
    return this.#chunk[this.#at];
  }

  get isEmpty(): boolean {
    return this.#at >= this.#chunk.length;
  }

  take(): void {
    this.#at++;
  }

  async fill(): Promise<void> {
    const step = await this.#chunks.next();
    this.#chunk = step.done ? [] : step.value;
    this.#at = 0;
  }

  async leave(): Promise<void> {
    await this.#chunks.return?.();
  }
}
