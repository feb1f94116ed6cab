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

const inputs = { past: async () => [], present: async () => [] };

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
  const order = {
    definition,
    devices: [{ id: deviceId, createdTime: epochMs(0) }],
    from: 0,
    to: 1e15,
    pointsAtMost: 1e15,
    gone: left.signal,
  };

  const running = backtestHistory({ points: { scan }, inputs }, order);
  setTimeout(() => left.abort()); // comes to its turn only where the backtest gives it one

  await expect(running).rejects.toMatchObject({ code: "BACKTEST_ABANDONED" });
  expect(read).toBeGreaterThan(0);
  expect(isClosed).toBe(true);
});

const day = 86_400_000;
const silent: RuleDefinition = {
  ...definition,
  steps: [],
  noData: { afterMs: 1_000, policy: "RAISE", severity: "MAJOR" },
};

test.each([
  { name: "made within the range", points: [], begins: 29 * day },
  { name: "made within the range, with points that were brought from before", points: [5 * day], begins: 5 * day },
])("[RUL6] a device is silent from its beginning on at most: $name", async ({ points, begins }) => {
  async function* scan() {
    yield points.map((ts) => ({ ts: epochMs(ts), value: 0 }));
  }
  const { signal: gone } = new AbortController();
  const devices = [{ id: deviceId, createdTime: epochMs(29 * day) }];
  const order = { definition: silent, devices, from: 0, to: 30 * day, pointsAtMost: 10, gone };

  const [found] = await backtestHistory({ points: { scan }, inputs }, order);

  expect(found?.firings.map(({ startTs, endTs }) => [startTs, endTs])).toEqual([[begins + 1_000, null]]);
});
