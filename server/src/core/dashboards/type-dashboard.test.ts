import { type Channel, typeDashboard } from "@heliograph/contract";
import { expect, test } from "vitest";
import { checkedConfiguration } from "./checked-configuration.ts";

const words = { devices: "Devices", overview: "Overview", states: "States", alarms: "Alarms", where: "Map" };
const type = (channels: readonly Channel[]) => ({ id: "784f394c-42b6-435a-983c-b7beff2784f9", name: "Pump", channels });

const kindsOf = (channels: readonly Channel[]) =>
  Object.values(typeDashboard(type(channels), words).configuration.widgets).map(
    ({ kind, title }) => `${kind} ${title}`,
  );

test("[DSH5] a type's dashboard has what the type describes: numbers, a chart for each unit, states, places", () => {
  expect(
    kindsOf([
      { key: "vibration", unit: "mm/s" },
      { key: "bearing", unit: "Cel", name: "Bearing", pinned: true },
      { key: "oil", unit: "Cel" },
      { key: "mode", kind: "state" },
      { key: "lat", part: "latitude" },
      { key: "lon", part: "longitude" },
      { key: "raw_*" },
      { key: "internal", hidden: true },
    ]),
  ).toEqual([
    ...["VALUE Bearing", "VALUE vibration", "VALUE oil"],
    ...["TIME_SERIES Cel", "TIME_SERIES vibration"],
    ...["STATE_TIMELINE States", "MAP Map", "ALARM_LIST Alarms", "TABLE Devices"],
  ]);
});

test("[DSH5] with nothing described there are still alarms and devices", () => {
  expect(kindsOf([])).toEqual(["ALARM_LIST Alarms", "TABLE Devices"]);
});

test("[DSH5] whatever a type describes, its dashboard can be saved", async () => {
  const many = Array.from({ length: 300 }, (_, at): Channel => {
    const kinds = ["number", "state", "text", "position"] as const;
    return { key: `channel ${at}`, unit: `u${at % 7}`, kind: kinds[at % 4] ?? "number", pinned: at % 5 === 0 };
  });

  for (const channels of [[], many.slice(0, 1), many.slice(0, 5), many]) {
    const { configuration } = typeDashboard(type(channels), words);
    await expect(checkedConfiguration(configuration)).resolves.toEqual(configuration);
  }
});
