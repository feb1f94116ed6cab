import { rm } from "node:fs/promises";
import { describe } from "vitest";
import { openTelemetryBlocks } from "../../server/src/adapters/telemetry-blocks/index.ts";
import { scratchFolder } from "../scratch-folder.ts";
import { mostly } from "../support/at-length.ts";
import { hasPostgres } from "../support/postgres-database.ts";
import { freshPostgresPlace } from "../support/postgres-place.ts";
import type { TelemetrySubject } from "./telemetry/commands.ts";
import type { Between } from "./telemetry/scenario.ts";
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

/** Flushes and restarts one at a time are told on SQLite in every run: between storage and steps there is the same engine. */
const happening = mostly<Between>(
  ["in turn a flush, a restart and nothing", "nothing happens", "a flush", "a restart"],
  2,
);

describe.skipIf(!hasPostgres())("with a PostgreSQL", () => {
  describeTelemetryStore("blocks in PostgreSQL", subject, happening);
});
