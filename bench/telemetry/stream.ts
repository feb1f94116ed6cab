import type { Point } from "../../server/src/core/telemetry/index.ts";
import type { DeviceId } from "../../server/src/kernel/ids.ts";
import { epochMs } from "../../server/src/kernel/time.ts";

/** What the stream looks like: every device sends its five keys every ten seconds. */
export const deviceCount = 1_000;
export const keys = ["temperature", "humidity", "energy", "open", "status"] as const;
export const startTs = 1_700_000_000_000;
const intervalMs = 10_000;
const dayMs = 86_400_000;
const states = ["running", "idle", "warning", "maintenance"] as const;

export const deviceIds: readonly DeviceId[] = Array.from(
  { length: deviceCount },
  (_, i) => `00000000-0000-4000-8000-${String(i).padStart(12, "0")}` as DeviceId,
);

/** One message of one device. */
export interface Message {
  readonly device: number;
  readonly points: readonly Point[];
}

/** Numbers that look random and are the same in every run. */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/**
 * Messages in time order: slow floats with two decimals, a counter, a boolean that changes seldom, a state. With
 * `lateShare`, that share of the messages carries a time up to a day earlier.
 */
export function* stream(points: number, lateShare = 0): Generator<Message> {
  const random = randomNumbers(42);
  const temperature = new Float64Array(deviceCount).fill(20);
  const humidity = new Float64Array(deviceCount).fill(55);
  const energy = new Float64Array(deviceCount);
  const open = new Uint8Array(deviceCount);
  const state = new Uint8Array(deviceCount);
  let sent = 0;
  for (let round = 0; ; round++) {
    for (let device = 0; device < deviceCount; device++) {
      if (sent >= points) return;
      sent += keys.length;
      temperature[device] = Math.round(((temperature[device] ?? 0) + (random() - 0.5) * 0.2) * 100) / 100;
      humidity[device] = Math.round(((humidity[device] ?? 0) + (random() - 0.5) * 0.4) * 100) / 100;
      energy[device] = (energy[device] ?? 0) + Math.floor(random() * 20);
      if (random() < 0.01) open[device] = 1 - (open[device] ?? 0);
      if (random() < 0.005) state[device] = Math.floor(random() * states.length);
      const late = lateShare > 0 && random() < lateShare ? Math.floor(random() * dayMs) : 0;
      const ts = epochMs(startTs + round * intervalMs - late);
      yield {
        device,
        points: [
          { key: keys[0], ts, value: temperature[device] ?? 0 },
          { key: keys[1], ts, value: humidity[device] ?? 0 },
          { key: keys[2], ts, value: energy[device] ?? 0 },
          { key: keys[3], ts, value: open[device] === 1 },
          { key: keys[4], ts, value: states[state[device] ?? 0] ?? "idle" },
        ],
      };
    }
  }
}
