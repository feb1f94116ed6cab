import { CompiledQuery, sql, type Transaction } from "kysely";
import type { Database } from "../../adapters/sql/database.ts";
import type { Tables } from "../../adapters/sql/tables.ts";
import type { AskRows } from "../../adapters/telemetry-blocks/transfer/ask-rows.ts";
import { resumableFile } from "../../adapters/telemetry-blocks/transfer/file-target.ts";
import { runAll } from "../../adapters/telemetry-blocks/transfer/points-from-file.ts";
import {
  type Cursor,
  cursorAfter,
  type PointsNotes,
  type PointsSource,
  type Portion,
} from "../../adapters/telemetry-blocks/transfer/portions.ts";
import { analyzed, statementsFor, statementsForNotes } from "../../adapters/telemetry-blocks/transfer/postgres-sink.ts";
import { PostgresPoints } from "../../adapters/telemetry-blocks/transfer/postgres-source.ts";
import { askOf } from "./move-source.ts";
import { noteCursor, type UnfinishedMove } from "./unfinished-move.ts";

/** Where points come to, a portion at a time: each is there together with the note that it is. */
export interface PointsTarget extends AsyncDisposable {
  readonly cursor: Cursor;
  add(portion: Portion): Promise<void>;
  finish(notes: PointsNotes): Promise<void>;
  /** What is there by now. */
  readonly points: PointsSource;
}

export function pointsInPostgres(database: Database, { cursor }: UnfinishedMove): PointsTarget {
  const inTransaction = (work: (trx: Transaction<Tables>, ask: AskRows) => Promise<void>) =>
    database.write.transaction().execute(async (trx) => {
      await sql`set local statement_timeout = 0`.execute(trx);
      await work(trx, askIn(trx));
    });
  return {
    cursor,
    points: new PostgresPoints(askOf(database)),
    add: (portion) =>
      inTransaction(async (trx, ask) => {
        await runAll(ask, statementsFor(portion));
        await noteCursor(trx, cursorAfter(portion));
      }),
    finish: (notes) => inTransaction((_, ask) => runAll(ask, [...statementsForNotes(notes), ...analyzed])),
    [Symbol.asyncDispose]: async () => undefined,
  };
}

export const askIn =
  (trx: Transaction<Tables>): AskRows =>
  async (text, values = []) =>
    (await trx.executeQuery<Record<string, unknown>>(CompiledQuery.raw(text, [...values]))).rows;

export function pointsInFile(file: string): PointsTarget {
  const target = resumableFile(file);
  return {
    cursor: target.cursor,
    points: target.points,
    add: async (portion) => target.add(portion),
    finish: async (notes) => target.finish(notes),
    [Symbol.asyncDispose]: async () => target.close(),
  };
}
