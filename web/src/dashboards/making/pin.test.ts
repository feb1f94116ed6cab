import { configurationProblem, emptyConfiguration } from "@heliograph/contract";
import { expect, test } from "vitest";
import { channelPins, chartPin, filesPin, mapPin, pinTitle, withPinned } from "./pin.ts";

const device = "784f394c-42b6-435a-983c-b7beff2784f9";

test("[DSH5] whatever is pinned stands free on the page, and the dashboard can be saved", () => {
  const pins = [
    ...channelPins(device, "bearing", "Bearing", true),
    ...channelPins(device, "state", "State", false),
    chartPin(device, ["a", "b"], "Both"),
    mapPin(device, "Where"),
    filesPin(device, "Files"),
  ];

  const filled = pins.reduce((content, pin) => withPinned(content, "overview", pin), {
    title: "t",
    configuration: emptyConfiguration(),
  });

  expect(Object.values(filled.configuration.widgets).map(({ kind }) => kind)).toEqual([
    ...["VALUE", "TIME_SERIES", "GAUGE", "VALUE", "STATE_TIMELINE", "TIME_SERIES", "MAP", "FILE_LIST"],
  ]);
  expect(configurationProblem(filled.configuration)).toBeUndefined();
});

test("[DSH5] a pin is called by its device and what it shows, no longer than a title may be", () => {
  expect(pinTitle("P-01", "Flow")).toBe("P-01 · Flow");
  expect(pinTitle(undefined, "Flow")).toBe("Flow");
  expect(pinTitle("P-01", "x".repeat(300))).toHaveLength(255);
});
