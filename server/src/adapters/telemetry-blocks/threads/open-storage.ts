import { openSqliteReader, openSqliteWriter } from "../sqlite/sqlite-storage.ts";
import type { ReaderStorage, WriterStorage } from "../storage/storage.ts";
import type { PointsPlace } from "./messages.ts";

/** PostgreSQL's driver is loaded only where it is used: an embedded node starts sooner without it [RUN1]. */
export async function openWriterStorage(place: PointsPlace): Promise<WriterStorage> {
  if (place.kind === "file") return openSqliteWriter(place.file, place);
  const { PostgresWriterStorage } = await import("../postgres/postgres-writer.ts");
  return PostgresWriterStorage.open(place);
}

/** The writer has opened the place before. */
export async function openReaderStorage(place: PointsPlace): Promise<ReaderStorage> {
  if (place.kind === "file") return openSqliteReader(place.file);
  const { PostgresReaderStorage } = await import("../postgres/postgres-reader.ts");
  return new PostgresReaderStorage(place.url);
}
