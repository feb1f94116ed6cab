import { describe, test } from "vitest";
import { PostgresReaderStorage } from "../../server/src/adapters/telemetry-blocks/postgres/postgres-reader.ts";
import { PostgresWriterStorage } from "../../server/src/adapters/telemetry-blocks/postgres/postgres-writer.ts";
import { hasPostgres } from "../support/postgres-database.ts";
import { freshPostgresPlace } from "../support/postgres-place.ts";
import { limitOf } from "../switches.ts";
import { checkAnySequence, checkManyBlocks, type Storages } from "./telemetry/engine-store.ts";

const storages: Storages = {
  freshPlace: freshPostgresPlace,
  writer: (url) => PostgresWriterStorage.open({ url }),
  reader: (url) => new PostgresReaderStorage(url),
};
const timeout = limitOf("HELIO_TEST_ENGINE_RUNS", 600_000);

describe.skipIf(!hasPostgres())("the telemetry engine on PostgreSQL", () => {
  test(
    "[CLU1] any sequence of commands leaves what the model says, with crashes in the middle of background work",
    {
      timeout,
    },
    () => checkAnySequence(storages, 20),
  );

  test("[CLU1] many blocks, overlapping runs and compactions leave what the model says", { timeout }, () =>
    checkManyBlocks(storages, 20),
  );
});
