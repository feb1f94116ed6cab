import { afterAll, beforeAll, describe } from "vitest";
import { testAnySequence } from "./telemetry/any-sequence.ts";
import type { TelemetrySubject } from "./telemetry/commands.ts";
import { readingScenarios } from "./telemetry/reading.ts";
import { testRefusals } from "./telemetry/refusals.ts";
import { removalScenarios } from "./telemetry/removing.ts";
import { describeScenarios } from "./telemetry/scenario.ts";
import { valueScenarios } from "./telemetry/values.ts";
import { testVisibility } from "./telemetry/visibility.ts";
import { writeOrderScenarios } from "./telemetry/write-order.ts";

/**
 * Everything a telemetry store promises. An adapter that passes is right; one that needs an exception here is not a
 * telemetry store. `open` gives a store with nothing in it.
 */
export function describeTelemetryStore(name: string, open: () => Promise<TelemetrySubject>): void {
  describe(`TelemetryStore on ${name}`, () => {
    let opened: TelemetrySubject;
    const subject = (): TelemetrySubject => opened;
    beforeAll(async () => {
      opened = await open();
    });
    afterAll(() => opened.close());

    describeScenarios(subject, [...valueScenarios, ...writeOrderScenarios, ...readingScenarios, ...removalScenarios]);
    testRefusals(subject);
    testVisibility(subject);
    testAnySequence(subject);
  });
}
