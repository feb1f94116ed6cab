import type { CalculatedDefinition } from "@heliograph/contract";
import { compileChannel } from "../../server/src/core/calculated-channels/calculate/compile-channel.ts";
import { Sweep } from "../../server/src/core/calculated-channels/calculate/sweep.ts";

const points = 2_000_000;
const devices = 1_000;
const begin = Date.UTC(2026, 9, 1);
const input = (name: string) => ({ kind: "CHANNEL", name, key: name }) as const;

const power: CalculatedDefinition = {
  scope: { kind: "DEVICE", deviceId: "784f394c-42b6-435a-983c-b7beff2784f9" },
  ...{ key: "power", inputs: [input("u"), input("i")], expression: "u * i / 1000" },
};

/** What a calculated channel costs a point, by the time of the processor: many devices, a point each in turn [RUL7]. */
export function measureCalculated(log: (line: string) => void): void {
  const channel = compileChannel(power);
  const sweeps = Array.from({ length: devices }, () => new Sweep(channel));
  const run = (count: number): number => {
    let results = 0;
    for (let at = 0; at < count; at++) {
      const [sweep, ts] = [sweeps[at % devices], begin + at];
      sweep?.take(at % 2_000 < devices ? "u" : "i", ts, at % 400);
      if (sweep?.resultAt(ts) !== undefined) results++;
    }
    return results;
  };
  run(200_000);
  const from = process.cpuUsage();
  const results = run(points);
  const { user, system } = process.cpuUsage(from);
  const perSecond = Math.round((points * 1e6) / (user + system)).toLocaleString("en");
  log(`a calculated channel of two inputs: ${perSecond} points/s on one core, ${results.toLocaleString("en")} results`);
}
