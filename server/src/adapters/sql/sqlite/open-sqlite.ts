import { Kysely } from "kysely";
import type { Database } from "../database.ts";
import type { Tables } from "../tables.ts";
import { ReaderDriver, sqliteDialect, WriterDriver } from "./sqlite-dialect.ts";
import { WorkerConnection } from "./worker-connection.ts";

/** One thread per core is plenty for queries that take microseconds; two keep a long export out of the way. */
const readers = 2;
/** Only the command line writes to the file beside the node; its transactions are short. */
const busyTimeoutMs = 5_000;

export async function openSqlite(file: string): Promise<Database> {
  const writer = new WorkerConnection({ file, readOnly: false, busyTimeoutMs });
  await writer.query("select 1", []); // the file and its journal exist before the first reader opens them
  const reading = Array.from({ length: readers }, () => new WorkerConnection({ file, readOnly: true, busyTimeoutMs }));
  return {
    kind: "sqlite",
    write: new Kysely<Tables>({ dialect: sqliteDialect(() => new WriterDriver(writer)) }),
    read: new Kysely<Tables>({ dialect: sqliteDialect(() => new ReaderDriver(reading)) }),
    close: async () => {
      await Promise.all(reading.map((connection) => connection.close()));
      await writer.close();
    },
  };
}
