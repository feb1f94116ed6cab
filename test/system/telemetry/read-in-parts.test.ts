import { rmSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { openTelemetryBlocks } from "../../../server/src/adapters/telemetry-blocks/index.ts";
import type { Sample } from "../../../server/src/core/telemetry/index.ts";
import { type DeviceId, newId } from "../../../server/src/kernel/ids.ts";
import { epochMs } from "../../../server/src/kernel/time.ts";
import { telemetryText, valueWriter } from "../../../server/src/transports/http/telemetry/telemetry-text.ts";
import { scratchFolder } from "../../scratch-folder.ts";

const count = 20;
const valueBytes = 1_000_000;
/** What one part may take: a chunk of a scan, and the value that went past its end. */
const partBytes = 6_000_000;

test("[TEL2] a short history of long texts is read and sent in parts, in either order", async () => {
  const folder = scratchFolder("parts");
  const store = await openTelemetryBlocks({ folder, readers: 1, arena: { textBytes: 2 * count * valueBytes } });
  onTestFinished(async () => {
    await store.close();
    rmSync(folder, { recursive: true });
  });
  const device = newId<DeviceId>();
  for (let i = 0; i < count; i++)
    await store.append(device, [{ key: "k", ts: epochMs(i), value: String(i).padEnd(valueBytes, "x") }]);

  for (const order of ["ASC", "DESC"] as const) {
    const query = { from: epochMs(0), to: epochMs(count), order, limit: count - 1 };
    const read = { kind: "history", keys: ["k"], query } as const;
    const parts = await Array.fromAsync(telemetryText(store, device, read, valueWriter(true)));

    expect(Math.max(...parts.map((part) => part.length))).toBeLessThan(partBytes);
    const times = (JSON.parse(parts.join("")) as { k: Sample[] }).k.map(({ ts }) => ts);
    const all = Array.from({ length: count }, (_, i) => (order === "ASC" ? i : count - 1 - i));
    expect(times).toEqual(all.slice(0, -1));
  }
});
