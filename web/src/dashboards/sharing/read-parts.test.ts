import { emptyConfiguration } from "@heliograph/contract";
import { expect, test } from "vitest";
import { readParts, selectionTexts } from "./read-parts.ts";

const words = {
  everyDevice: "all",
  ofType: (name: string) => `type ${name}`,
  ofGroup: (name: string) => `group ${name}`,
  ofProject: (name: string) => `project ${name}`,
  ofVariable: (name: string) => `variable ${name}`,
};

test("[DSH6] which devices and channels a link reads is told from the questions of all pages", () => {
  const one = { kind: "DEVICES" as const, deviceIds: ["d1", "gone"] };
  const chosen = { kind: "VARIABLE" as const, name: "pump" };
  const configuration = {
    ...emptyConfiguration(),
    variables: [{ kind: "DEVICE" as const, name: "pump", label: "Pump" }],
    widgets: {
      flow: { kind: "VALUE", version: 1, options: { devices: one, channel: { key: "flow" } } },
      heat: { kind: "GAUGE", version: 1, options: { devices: chosen, channel: { key: "bearing" } } },
    },
    pages: ["flow", "heat"].map((widget) => ({
      id: widget,
      title: widget,
      layout: [{ widget, x: 0, y: 0, w: 4, h: 4 }],
    })),
  };

  const { selections, keys, isEveryKey } = readParts(configuration);
  const texts = selections.flatMap((selection) =>
    selectionTexts(selection, { devices: { d1: "P-01" } }, configuration, words),
  );

  expect(keys).toEqual(["bearing", "flow"]);
  expect(isEveryKey).toBe(false);
  expect(texts).toEqual(["P-01", "variable Pump"]);
});
