import { beforeAll, describe, test } from "vitest";
import type { Point, TelemetryStore, TelemetryValue } from "../../../server/src/core/telemetry/index.ts";
import { type DeviceId, newId } from "../../../server/src/kernel/ids.ts";
import { epochMs } from "../../../server/src/kernel/time.ts";
import type { TelemetrySubject } from "./commands.ts";
import { comparable } from "./model.ts";
import { scanned } from "./scanned.ts";

export const always = { from: epochMs(-8.64e15), to: epochMs(8.64e15) };
export const p = (ts: number, value: TelemetryValue, key = "k"): Point => ({ key, ts: epochMs(ts), value });
export const span = (from: number, to: number) => ({ from: epochMs(from), to: epochMs(to) });

/** Two fresh devices in a store that others use as well: what those left must not matter. */
export class Place {
  readonly pump = newId<DeviceId>();
  readonly other = newId<DeviceId>();
  readonly #subject: () => TelemetrySubject;

  constructor(subject: () => TelemetrySubject) {
    this.#subject = subject;
  }

  /** Asked for each time: a restart makes a new one. */
  get store(): TelemetryStore {
    return this.#subject().store;
  }

  append(...batch: Point[]): Promise<void> {
    return this.store.append(this.pump, batch);
  }

  async all(key = "k", device = this.pump): Promise<unknown[]> {
    return comparable(await scanned(this.store, device, key, always));
  }

  async values(key = "k"): Promise<unknown[]> {
    const samples = await scanned(this.store, this.pump, key, always);
    return samples.map(({ value }) => value);
  }
}

/** Steps towards an expectation. Wherever it yields, something may happen to the store that must not be noticed. */
export interface Scenario {
  readonly name: string;
  readonly steps: (at: Place) => AsyncGenerator<void, void>;
}

/** What may happen between any two steps; `n` counts them. */
const between = {
  "nothing happens": async () => {},
  "a flush": (subject: TelemetrySubject) => subject.flush(),
  "a restart": (subject: TelemetrySubject) => subject.restart(),
  /** Then points are in blocks, in a journal that was replayed, and in memory at the same time. */
  "in turn a flush, a restart and nothing": async (subject: TelemetrySubject, n: number) => {
    if (n % 3 === 0) await subject.flush();
    if (n % 3 === 1) await subject.restart();
  },
};
export type Between = keyof typeof between;
export const allBetween = Object.keys(between) as Between[];

/** All scenarios go forward together, so that one restart serves them all. */
async function runTogether(
  scenarios: readonly Scenario[],
  subject: TelemetrySubject,
  settle: (subject: TelemetrySubject, n: number) => Promise<void>,
): Promise<ReadonlyMap<Scenario, unknown>> {
  const failures = new Map<Scenario, unknown>();
  const running = new Map(scenarios.map((scenario) => [scenario, scenario.steps(new Place(() => subject))]));
  for (let n = 0; running.size > 0; n++) {
    for (const [scenario, steps] of [...running]) {
      try {
        if ((await steps.next()).done) running.delete(scenario);
      } catch (error) {
        failures.set(scenario, error);
        running.delete(scenario);
      }
    }
    await settle(subject, n);
  }
  return failures;
}

export function describeScenarios(
  subject: () => TelemetrySubject,
  scenarios: readonly Scenario[],
  happening: readonly Between[],
): void {
  describe.each(happening)("when %s between the steps", (name) => {
    let failures: ReadonlyMap<Scenario, unknown>;
    beforeAll(async () => {
      failures = await runTogether(scenarios, subject(), between[name]);
    }, 120_000);

    for (const scenario of scenarios) {
      test(scenario.name, () => {
        if (failures.has(scenario)) throw failures.get(scenario);
      });
    }
  });
}
