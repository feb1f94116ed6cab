import { rmSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished, test } from "vitest";
import {
  checkAnySequence,
  checkManyBlocks,
  type Storages,
} from "../../../../../test/contract/telemetry/engine-store.ts";
import { FarReaderStorage, FarWriterStorage } from "../../../../../test/contract/telemetry/far-storage.ts";
import { scratchFolder } from "../../../../../test/scratch-folder.ts";
import { limitOf } from "../../../../../test/switches.ts";
import { openSqliteReader, openSqliteWriter } from "../sqlite/sqlite-storage.ts";
import type { WriterStorage } from "../storage/storage.ts";

function freshFile(): string {
  const folder = scratchFolder("engine");
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, "telemetry.db");
}

const openWriter = (file: string): WriterStorage => openSqliteWriter(file, { maxFileBytes: undefined });

const nearStorages: Storages = {
  freshPlace: freshFile,
  writer: openWriter,
  reader: openSqliteReader,
};
const farStorages: Storages = {
  freshPlace: freshFile,
  writer: (file) => new FarWriterStorage(openWriter(file)),
  reader: (file) => new FarReaderStorage(nearStorages.reader(file)),
};

test.each([
  { where: "a storage that is near", storages: nearStorages, share: 1 },
  { where: "a storage that answers later and is told changes together", storages: farStorages, share: 4 },
])(
  "any sequence of commands leaves what the model says, with crashes in the middle of background work, on $where",
  ({ storages, share }) => checkAnySequence(storages, share),
  600_000,
);

test(
  "many blocks, overlapping runs and compactions leave what the model says",
  {
    timeout: limitOf("HELIO_TEST_ENGINE_RUNS", 600_000),
  },
  () => checkManyBlocks(nearStorages, 3),
);
