import { longWork, PieceTime } from "../../../kernel/long-work-queue.ts";
import { tooManyRows } from "../errors.ts";
import type { PlacedDevice } from "./columns.ts";
import type { Row } from "./table.ts";

const rowsPerPiece = 100;

/** What is told while rows are taken. */
export interface RowCount {
  rows: number;
  devices: number;
}

/**
 * The rows of all devices, one device after the other, in pieces short enough that everybody else has a turn in between [API11].
 * More than a report may have is no report: one that ends in the middle would be taken for a whole one.
 */
export async function* allRows(
  devices: readonly PlacedDevice[],
  rowsOf: (device: PlacedDevice) => AsyncIterable<readonly Row[]>,
  rowsAtMost: number,
  count: RowCount,
  signal: AbortSignal,
): AsyncGenerator<readonly Row[]> {
  const piece = new PieceTime();
  for (const device of devices) {
    for await (const rows of rowsOf(device)) {
      for (let at = 0; at < rows.length; at += rowsPerPiece) {
        const some = rows.slice(at, at + rowsPerPiece);
        count.rows += some.length;
        if (count.rows > rowsAtMost) throw tooManyRows(rowsAtMost);
        yield some;
        signal.throwIfAborted();
        if (!piece.isUp) continue;
        await longWork.nextPiece();
        piece.restart();
      }
    }
    count.devices++;
  }
}
