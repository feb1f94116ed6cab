import { afterAll, beforeAll, describe } from "vitest";
import { testAnySequence } from "./telemetry/any-sequence.ts";
import type { TelemetrySubject } from "./telemetry/commands.ts";
import { readingScenarios } from "./telemetry/reading.ts";
import { testRefusals } from "./telemetry/refusals.ts";
import { removalScenarios } from "./telemetry/removing.ts";
import { allBetween, type Between, describeScenarios } from "./telemetry/scenario.ts";
import { valueScenarios } from "./telemetry/values.ts";
import { testVisibility } from "./telemetry/visibility.ts";
import { writeOrderScenarios } from "./telemetry/write-order.ts";

/**
 * Everything a telemetry store promises. An adapter that passes is right; one that needs an exception here is not a
 * telemetry store. `open` gives a store with nothing in it; `happening` is what happens to it between the steps.
 */
export function describeTelemetryStore(
  name: string,
  open: () => Promise<TelemetrySubject>,
  happening: readonly Between[] = allBetween,
): void {
  describe(`TelemetryStore on ${name}`, () => {
    let opened: TelemetrySubject;
    const subject = (): TelemetrySubject => opened;
    beforeAll(async () => {
      opened = await open();
    });
    afterAll(() => opened.close());

    const scenarios = [...valueScenarios, ...writeOrderScenarios, ...readingScenarios, ...removalScenarios];
    describeScenarios(subject, scenarios, happening);
    testRefusals(subject);
    testVisibility(subject);
    testAnySequence(subject);
  });
}
