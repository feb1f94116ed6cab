import { Kysely } from "kysely";
import type { Database } from "../database.ts";
import { StreamPlaces } from "../stream-places.ts";
import type { Tables } from "../tables.ts";
import { ReaderDriver, sqliteDialect, WriterDriver } from "./sqlite-dialect.ts";
import { WorkerConnection } from "./worker-connection.ts";

/** One thread per core is plenty for queries that take microseconds; two keep a long export out of the way. */
const readers = 2;
/** Only the command line writes to the file beside the node; its transactions are short. */
const busyTimeoutMs = 5_000;
/** Streams that may be open at the same time; each holds a connection, and the moment it began, until it is read. */
const streamsAtOnce = 16;

/** `onLost` is told when a connection's thread dies: nothing can be served then. */
export async function openSqlite(file: string, onLost: (error: Error) => void = () => undefined): Promise<Database> {
  const open = (readOnly: boolean) => new WorkerConnection({ file, readOnly, busyTimeoutMs }, onLost);
  const writer = open(false);
  await writer.query("select 1", []); // the file and its journal exist before the first reader opens them
  const reading = Array.from({ length: readers }, () => open(true));
  // A thread of its own, started when it is first needed: lists of thousands never stand before a look-up.
  let streaming: WorkerConnection | undefined;
  const streamConnections = () => {
    streaming ??= open(true);
    return [streaming];
  };
  return {
    kind: "sqlite",
    write: new Kysely<Tables>({ dialect: sqliteDialect(() => new WriterDriver(writer)) }),
    read: new Kysely<Tables>({ dialect: sqliteDialect(() => new ReaderDriver(() => reading)) }),
    streams: new Kysely<Tables>({ dialect: sqliteDialect(() => new ReaderDriver(streamConnections)) }),
    streamPlaces: new StreamPlaces(streamsAtOnce),
    close: async () => {
      await Promise.all([...reading, ...(streaming ? [streaming] : [])].map((connection) => connection.close()));
      await writer.close();
    },
  };
}
