import type { RuleDefinition } from "@heliograph/contract";
import { expect, test } from "vitest";
import { type DeviceId, newId } from "../../../kernel/ids.ts";
import { epochMs } from "../../../kernel/time.ts";
import { backtestHistory } from "./backtest-history.ts";

const deviceId = newId<DeviceId>();
const definition: RuleDefinition = {
  scope: { kind: "DEVICE", deviceIds: [deviceId] },
  inputs: [{ kind: "TELEMETRY", name: "t", key: "t" }],
  steps: [{ severity: "MAJOR", when: { kind: "COMPARE", input: "t", comparison: "GREATER", value: 1 } }],
  alarmType: "Hot",
  actions: [],
};

test("[RUL6] a backtest of points without end lets others have their turn, and ends when whoever asked has left", async () => {
  let [read, isClosed] = [0, false];
  async function* scan() {
    try {
      for (;;) yield Array.from({ length: 5_000 }, () => ({ ts: epochMs(read++), value: 0 }));
    } finally {
      isClosed = true;
    }
  }
  const left = new AbortController();
  const order = { definition, deviceIds: [deviceId], from: 0, to: 1e15, pointsAtMost: 1e15, gone: left.signal };

  const inputs = { past: async () => [], present: async () => [] };
  const running = backtestHistory({ points: { scan }, inputs }, order);
  setTimeout(() => left.abort()); // comes to its turn only where the backtest gives it one

  await expect(running).rejects.toMatchObject({ code: "BACKTEST_ABANDONED" });
  expect(read).toBeGreaterThan(0);
  expect(isClosed).toBe(true);
});
