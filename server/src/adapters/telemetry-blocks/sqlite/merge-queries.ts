import type { DatabaseSync, StatementSync } from "node:sqlite";
import { compactAfter, smallBlockPoints } from "../limits.ts";
import type { RunSize } from "../storage/merge-reads.ts";

/** What a compaction asks of the blocks, each answered from an index. */
export class MergeQueries {
  readonly #nextLate: StatementSync;
  readonly #nextSmall: StatementSync;
  readonly #lateRuns: StatementSync;
  readonly #inTime: StatementSync;
  readonly #smallAround: StatementSync;

  constructor(db: DatabaseSync) {
    this.#nextLate = db.prepare(
      `SELECT series FROM block INDEXED BY late_block WHERE run > 0 AND series > ?
       GROUP BY series HAVING count(DISTINCT run) >= ${compactAfter} LIMIT 1`,
    );
    this.#nextSmall = db.prepare(
      `SELECT series FROM block INDEXED BY small_block WHERE count < ${smallBlockPoints} AND series > ?
       GROUP BY series HAVING count(*) >= ${compactAfter} LIMIT 1`,
    );
    this.#lateRuns = db.prepare(
      `SELECT run, sum(count) AS points, min(start) AS start, max("end") AS "end" FROM block
       WHERE series = ? AND run > 0 GROUP BY run ORDER BY run DESC`,
    );
    this.#inTime = db.prepare(
      `SELECT coalesce(sum(count), 0) AS points FROM block WHERE series = ? AND run = 0 AND start >= ? AND start <= ?`,
    );
    this.#smallAround = db.prepare(
      `SELECT min(CASE WHEN start >= :until THEN start END) AS first, coalesce(sum(start < :until), 0) AS before
       FROM block INDEXED BY small_block WHERE series = :series AND count < ${smallBlockPoints}`,
    );
  }

  nextLate(after: number): number | undefined {
    return this.#seriesOf(this.#nextLate.get(after));
  }

  nextSmall(after: number): number | undefined {
    return this.#seriesOf(this.#nextSmall.get(after));
  }

  #seriesOf(row: Readonly<Record<string, unknown>> | undefined): number | undefined {
    return row === undefined ? undefined : Number(row["series"]);
  }

  lateRuns(series: number): RunSize[] {
    return this.#lateRuns.all(series).map((row) => ({
      run: Number(row["run"]),
      points: Number(row["points"]),
      start: Number(row["start"]),
      end: Number(row["end"]),
    }));
  }

  pointsInTime(series: number, low: number, high: number): number {
    return Number(this.#inTime.get(series, low, high)?.["points"] ?? 0);
  }

  smallAround(series: number, until: number): { first: number; before: number } {
    const row = this.#smallAround.get({ series, until });
    return { first: Number(row?.["first"] ?? Number.POSITIVE_INFINITY), before: Number(row?.["before"]) };
  }
}
