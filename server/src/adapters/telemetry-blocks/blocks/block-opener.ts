import { crc32 } from "node:zlib";
import type { Columns } from "../columns.ts";
import { maxBlockPoints } from "../limits.ts";
import type { BlockReads, DamageReport, FetchedBlock } from "../storage/block-reads.ts";
import { type BlockRow, isIntact } from "../storage/block-row.ts";
import { type BlockRoom, decodeBlock } from "./codecs/block.ts";

/** Blocks become points here, and nowhere else; a damaged one is reported, and undefined. */
export class BlockOpener {
  readonly #report: DamageReport;

  constructor(report: DamageReport) {
    this.#report = report;
  }

  /** The points of a block whose data is this, or missing. */
  points(row: BlockRow, data: Uint8Array | undefined, room?: BlockRoom): Columns | undefined {
    const columns = data && pointsOf(row, data, room);
    if (columns === undefined) this.reportDamage(row);
    return columns;
  }

  /** The points of several blocks, whose data is fetched at once. */
  async open(reads: BlockReads, blocks: readonly FetchedBlock[]): Promise<(Columns | undefined)[]> {
    const data = await reads.data(blocks.map(({ row }) => row.id));
    return blocks.map(({ row }, i) => this.points(row, data[i]));
  }

  reportDamage(row: BlockRow): void {
    this.#report({ block: row.id, series: row.series, start: row.start, end: row.end });
  }
}

function pointsOf(row: BlockRow, data: Uint8Array, room: BlockRoom | undefined): Columns | undefined {
  if (!isIntact(row) || crc32(data) !== row.dataCheck) return undefined;
  try {
    return decodeBlock(data, maxBlockPoints, room);
  } catch {
    return undefined; // a block of a format we do not know: the same as damaged, and reported the same
  }
}
