import { rmSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { FarReaderStorage, FarWriterStorage } from "../../../../../test/contract/telemetry/far-storage.ts";
import { describeTelemetryStorage, type TelemetryStorages } from "../../../../../test/contract/telemetry-storage.ts";
import { scratchFolder } from "../../../../../test/scratch-folder.ts";
import { openSqliteReader, openSqliteWriter } from "./sqlite-storage.ts";

async function open(): Promise<TelemetryStorages> {
  const folder = scratchFolder("storage");
  const file = join(folder, "telemetry.db");
  const storages = { writer: openSqliteWriter(file, { maxFileBytes: undefined }), reader: openSqliteReader(file) };
  onTestFinished(async () => {
    await storages.reader.close();
    await storages.writer.close();
    rmSync(folder, { recursive: true });
  });
  return storages;
}

describeTelemetryStorage("SQLite", open);
describeTelemetryStorage("SQLite that answers later", async () => {
  const { writer, reader } = await open();
  return { writer: new FarWriterStorage(writer), reader: new FarReaderStorage(reader) };
});
