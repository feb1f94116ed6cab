import { expect, test } from "vitest";
import type { DashboardConfiguration } from "./configuration.ts";
import { emptyConfiguration } from "./empty-configuration.ts";
import { referencesIn, withReferences } from "./references.ts";

const configuration: DashboardConfiguration = {
  ...emptyConfiguration(),
  variables: [{ kind: "DEVICE", name: "pump", among: { kind: "TYPE", deviceProfileId: "T", projectId: "P" } }],
  widgets: {
    chart: {
      kind: "TIME_SERIES",
      version: 1,
      options: { devices: { kind: "DEVICES", deviceIds: ["A", "b"] }, channels: [] },
    },
    plan: {
      kind: "IMAGE",
      version: 1,
      options: { values: [{ deviceId: "b", channel: { key: "deviceId" }, x: 0, y: 0 }] },
    },
    group: { kind: "TABLE", version: 1, options: { devices: { kind: "GROUP", deviceGroupId: "g" }, channels: [] } },
    deviceId: { kind: "TEXT", version: 1, options: { markdown: "deviceId" } },
  },
};

test("[DSH2] every id a dashboard names is found, whatever widget names it", () => {
  expect(referencesIn(configuration)).toEqual({
    ...{ devices: new Set(["a", "b"]), deviceTypes: new Set(["t"]) },
    ...{ deviceGroups: new Set(["g"]), projects: new Set(["p"]) },
  });
});

test("[DSH2] ids are replaced where they stand, and nothing else is", () => {
  const renamed = withReferences(configuration, (kind, id) => `${kind}-${id}`);

  expect(renamed.widgets["chart"]?.options["devices"]).toEqual({
    kind: "DEVICES",
    deviceIds: ["devices-a", "devices-b"],
  });
  expect(renamed.widgets["plan"]?.options["values"]).toMatchObject([
    { deviceId: "devices-b", channel: { key: "deviceId" } },
  ]);
  expect(renamed.widgets["deviceId"]).toEqual(configuration.widgets["deviceId"]);
  expect(renamed.variables).toMatchObject([{ among: { deviceProfileId: "deviceTypes-t", projectId: "projects-p" } }]);
  expect(renamed.pages).toEqual(configuration.pages);
});
