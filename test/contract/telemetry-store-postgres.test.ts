import { rm } from "node:fs/promises";
import { describe } from "vitest";
import { openTelemetryBlocks } from "../../server/src/adapters/telemetry-blocks/index.ts";
import { scratchFolder } from "../scratch-folder.ts";
import { hasPostgres } from "../support/postgres-database.ts";
import { freshPostgresPlace } from "../support/postgres-place.ts";
import type { TelemetrySubject } from "./telemetry/commands.ts";
import { describeTelemetryStore } from "./telemetry-store.ts";

async function subject(): Promise<TelemetrySubject> {
  const folder = scratchFolder("telemetry");
  const postgres = { url: await freshPostgresPlace() };
  const open = () => openTelemetryBlocks({ folder, postgres, readers: 1 });
  let store = await open();
  return {
    get store() {
      return store;
    },
    flush: () => store.flush(),
    async restart() {
      await store.close();
      store = await open();
    },
    async close() {
      await store.close();
      await rm(folder, { recursive: true });
    },
  };
}

describe.skipIf(!hasPostgres())("with a PostgreSQL", () => {
  describeTelemetryStore("blocks in PostgreSQL", subject);
});
