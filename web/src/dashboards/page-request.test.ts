import { type DashboardConfiguration, emptyConfiguration } from "@heliograph/contract";
import { expect, test } from "vitest";
import { askingWidgets, pageRequest, type VariableChoices } from "./page-request.ts";

const pumps = { kind: "TYPE", deviceProfileId: "784f394c-42b6-435a-983c-b7beff2784f9" } as const;
const configuration: DashboardConfiguration = {
  ...emptyConfiguration(),
  variables: [
    { kind: "DEVICE", name: "pump", among: pumps },
    { kind: "CHANNEL", name: "what", default: "temperature" },
  ],
  widgets: {
    chart: {
      ...{ kind: "TIME_SERIES", version: 1 },
      options: { devices: { kind: "VARIABLE", name: "pump" }, channels: [{ variable: "what" }] },
    },
    future: { kind: "HOLOGRAM", version: 1, options: {} },
    elsewhere: { kind: "ALARM_LIST", version: 1, options: { devices: { kind: "ALL" } } },
  },
  pages: [
    {
      ...{ id: "overview", title: "Overview" },
      layout: [
        { widget: "chart", x: 0, y: 0, w: 12, h: 8 },
        { widget: "future", x: 12, y: 0, w: 12, h: 8 },
      ],
    },
    { id: "second", title: "Second", layout: [{ widget: "elsewhere", x: 0, y: 0, w: 12, h: 8 }] },
    { id: "third", title: "Third", layout: [{ widget: "future", x: 0, y: 0, w: 12, h: 8 }] },
  ],
};

const asked = (page: number, choices: VariableChoices = {}) => {
  const chosen = configuration.pages[page];
  if (!chosen) throw new Error("no page");
  return pageRequest({ configuration, page: chosen, from: 1, to: 2, timeZone: "UTC", choices, width: 1_200 });
};

test("[DSH4] a page asks what its own widgets need, as wide as each is drawn; unknown ones ask nothing", () => {
  expect(asked(0)).toEqual({
    ...{ startTs: 1, endTs: 2, timeZone: "UTC", variables: { pump: pumps } },
    queries: {
      "chart.lines": {
        ...{ kind: "SERIES", devices: { kind: "VARIABLE", name: "pump" } },
        ...{ keys: ["temperature"], form: "ENVELOPE", buckets: 600 },
      },
    },
  });
  expect(Object.keys(asked(1)?.queries ?? {})).toEqual(["elsewhere.alarms"]);
  expect(asked(2)).toBeUndefined();
  expect(askingWidgets(asked(0) ?? { queries: {} })).toEqual(new Set(["chart"]));
});

test("[DSH1] what was chosen for variables counts before what the dashboard says", () => {
  const request = asked(0, { pump: { kind: "ALL" }, what: "vibration" });

  expect(request?.variables).toEqual({ pump: { kind: "ALL" } });
  expect(request?.queries["chart.lines"]).toMatchObject({ keys: ["vibration"] });
});
