import { Kysely } from "kysely";
import type { Database } from "../database.ts";
import { JoinedTransactions } from "../joined-transactions.ts";
import { defaultStreams, StreamPlaces } from "../stream-places.ts";
import type { Tables } from "../tables.ts";
import { ReaderDriver, sqliteDialect, WriterDriver } from "./sqlite-dialect.ts";
import { SqliteThreads } from "./sqlite-threads.ts";

export const openSqlite = (file: string): Promise<Database> => sqliteDatabase(new SqliteThreads(file));

/** The database whose connections these threads hold; closing it ends them. */
export async function sqliteDatabase(threads: SqliteThreads, streamsAtOnce = defaultStreams): Promise<Database> {
  await threads.ready();
  return new JoinedTransactions({
    kind: "sqlite",
    isReachable: true,
    write: new Kysely<Tables>({ dialect: sqliteDialect(() => new WriterDriver(threads.writer)) }),
    read: new Kysely<Tables>({ dialect: sqliteDialect(() => new ReaderDriver(() => threads.reader)) }),
    streams: new Kysely<Tables>({ dialect: sqliteDialect(() => new ReaderDriver(() => threads.streaming)) }),
    streamPlaces: new StreamPlaces(streamsAtOnce),
    onWriteFailure: (hear) => {
      threads.writer.onFailure = hear;
    },
    close: () => threads.close(),
  });
}
