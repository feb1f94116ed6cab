import { emptyConfiguration } from "@heliograph/contract";
import { expect, test } from "vitest";
import { missingReferences } from "./missing-references.ts";

test("[DSH2] what an imported dashboard names and nobody has here is told by kind, as its file calls it", () => {
  const devices = { kind: "DEVICES", deviceIds: ["d1", "d2", "d3"] };
  const among = { kind: "TYPE" as const, deviceProfileId: "t1" };
  const configuration = {
    ...emptyConfiguration(),
    variables: [{ kind: "DEVICE" as const, name: "pump", among }],
    widgets: { flow: { kind: "VALUE", version: 1, options: { devices } } },
  };

  const missing = missingReferences({ configuration }, { devices: { d1: "P-01" } }, { devices: { d2: "P-02" } });

  expect(missing).toEqual([
    { kind: "devices", names: ["", "P-02"] },
    { kind: "deviceTypes", names: [""] },
  ]);
  expect(missingReferences({ configuration: emptyConfiguration() }, {}, {})).toEqual([]);
});
