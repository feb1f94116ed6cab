import fc from "fast-check";
import { test } from "vitest";
import type { TelemetryStore } from "../../../server/src/core/telemetry/index.ts";
import type { DeviceId } from "../../../server/src/kernel/ids.ts";
import { limitOf, type SwitchName, sizeOf } from "../../switches.ts";
import { type TelemetrySubject, telemetryCommands } from "./commands.ts";
import { TelemetryModel } from "./model.ts";

const modelCommands = 40;

/** The same store for devices that nobody else has: runs follow each other in it without seeing each other. */
function withOwnDevices(subject: TelemetrySubject, run: number): TelemetrySubject {
  const own = (device: DeviceId): DeviceId => `${device} of run ${run}` as DeviceId;
  const store = (): TelemetryStore => subject.store;
  return {
    store: {
      append: (device, batch) => store().append(own(device), batch),
      latest: (device, keys) => store().latest(own(device), keys),
      aggregate: (device, key, edges, by) => store().aggregate(own(device), key, edges, by),
      keys: (device) => store().keys(own(device)),
      scan: (device, key, range, ...how) => store().scan(own(device), key, range, ...how),
      delete: (device, keys, range) => store().delete(own(device), keys, range),
      forget: (device) => store().forget(own(device)),
      applyRetention: async (devices, before) =>
        store().applyRetention((await Array.fromAsync(devices)).map(own), before),
    },
    restart: () => subject.restart(),
    flush: () => subject.flush(),
    close: async () => {},
  };
}

export function testAnySequence(subject: () => TelemetrySubject, size: SwitchName = "HELIO_TEST_MODEL_RUNS"): void {
  test("any sequence of commands, restarts and flushes leaves what the model says", {
    timeout: limitOf(size, 600_000),
  }, async () => {
    let run = 0;
    const commands = fc.commands(telemetryCommands, { maxCommands: modelCommands, size: "max" });
    const property = fc.asyncProperty(commands, async (sequence) => {
      const real = withOwnDevices(subject(), run++);
      await fc.asyncModelRun(() => ({ model: new TelemetryModel(), real }), sequence);
    });
    await fc.assert(property, { numRuns: sizeOf(size) });
  });
}
