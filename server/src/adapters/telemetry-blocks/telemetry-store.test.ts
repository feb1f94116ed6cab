import { rm } from "node:fs/promises";
import type { TelemetrySubject } from "../../../../test/contract/telemetry/commands.ts";
import { describeTelemetryStore } from "../../../../test/contract/telemetry-store.ts";
import { scratchFolder } from "../../../../test/scratch-folder.ts";
import type { ArenaSize } from "./heads/arena.ts";
import { openTelemetryBlocks } from "./index.ts";

async function subjectIn(arena: Partial<ArenaSize>): Promise<TelemetrySubject> {
  const folder = scratchFolder("telemetry");
  const open = () => openTelemetryBlocks({ folder, readers: 1, arena });
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

describeTelemetryStore("blocks", () => subjectIn({}));
