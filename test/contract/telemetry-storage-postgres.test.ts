import { describe, onTestFinished } from "vitest";
import { PostgresReaderStorage } from "../../server/src/adapters/telemetry-blocks/postgres/postgres-reader.ts";
import { PostgresWriterStorage } from "../../server/src/adapters/telemetry-blocks/postgres/postgres-writer.ts";
import { hasPostgres } from "../support/postgres-database.ts";
import { freshPostgresPlace } from "../support/postgres-place.ts";
import { describeTelemetryStorage, type TelemetryStorages } from "./telemetry-storage.ts";

async function open(): Promise<TelemetryStorages> {
  const url = await freshPostgresPlace();
  const storages = { writer: await PostgresWriterStorage.open({ url }), reader: new PostgresReaderStorage(url) };
  onTestFinished(async () => {
    await storages.reader.close();
    await storages.writer.close();
  });
  return storages;
}

describe.skipIf(!hasPostgres())("with a PostgreSQL", () => {
  describeTelemetryStorage("PostgreSQL", open);
});
