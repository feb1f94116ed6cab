// A process to be watched by strace: appends one point after the other and writes to standard output when each is
// acknowledged. Usage: node one-by-one.program.ts FOLDER COUNT
import { writeSync } from "node:fs";
import { openTelemetryBlocks } from "../../../server/src/adapters/telemetry-blocks/index.ts";
import type { DeviceId } from "../../../server/src/kernel/ids.ts";
import { epochMs } from "../../../server/src/kernel/time.ts";

const [folder = "", count = "0"] = process.argv.slice(2);
const store = await openTelemetryBlocks({ folder, readers: 1 });
for (let i = 0; i < Number(count); i++) {
  await store.append("watched" as DeviceId, [{ key: "marker", ts: epochMs(i), value: `marker-${i}-end` }]);
  writeSync(1, `ACK marker-${i}-end\n`);
}
await store.close();
