// The dashboard of the whole field: what a shift looks at.
import type { DashboardConfiguration, DeviceSelection } from "@heliograph/contract";
import { pumpState } from "../devices/pump-type.ts";
import { hourMs } from "../noise.ts";
import { actorNamed, requireId, type Stage } from "../stage.ts";
import { pumpHousePlan } from "./pump-house-plan.ts";
import { configurationOf, type PlacedWidget, placed, type ScenePage } from "./widget.ts";

export const testFieldTitle = "Test field";
const onePump = "one-pump";
const everything: DeviceSelection = { kind: "ALL" };
const pumps: DeviceSelection = { kind: "VARIABLE", name: "pumps" };
const chosenPump: DeviceSelection = { kind: "VARIABLE", name: "pump" };
const overOneHour = { overMs: hourMs };

export function testFieldDashboard(stage: Stage): DashboardConfiguration {
  const every = { kind: "TYPE", deviceProfileId: requireId(stage.typeIds, "Pump") } as const;
  const worst = { kind: "DEVICES" as const, deviceIds: [actorNamed(stage, "P-03").id] };
  return configurationOf([overview(stage, worst), pumpPage, weatherPage(stage)], {
    time: { from: "now-6h", to: "now", live: true },
    variables: [
      { kind: "DEVICE", name: "pumps", label: "Pumps", among: every, multiple: true },
      { kind: "DEVICE", name: "pump", label: "Pump", among: every, default: worst },
    ],
  });
}

const overview = (stage: Stage, worst: DeviceSelection): ScenePage => ({
  id: "overview",
  title: "Overview",
  firstOnPhones: "Active alarms",
  widgets: [...numbers(stage, worst), ...charts, ...side(stage)],
});

function numbers(stage: Stage, worst: DeviceSelection): PlacedWidget[] {
  const weather: DeviceSelection = { kind: "DEVICES", deviceIds: [actorNamed(stage, "Weather roof").id] };
  const value = (at: number, title: string, key: string, combine: "SUM" | "MAX" | "FIRST", devices: DeviceSelection) =>
    placed("VALUE", title, [at * 3, 0, 3, 5], { devices, channel: { key }, combine, trend: overOneHour });
  return [
    value(0, "Total flow", "flow", "SUM", pumps),
    value(1, "Header pressure", "pressure", "MAX", pumps),
    value(2, "Power, all pumps", "power", "SUM", pumps),
    value(3, "Outdoor air", "air_temp", "FIRST", weather),
    placed("GAUGE", "P-03 bearing", [12, 0, 3, 5], { devices: worst, channel: { key: "bearing_temp" } }),
  ];
}

const charts: readonly PlacedWidget[] = [
  placed("TIME_SERIES", "Bearing temperature", [0, 5, 15, 13], {
    ...{ devices: pumps, channels: [{ key: "bearing_temp" }], show: { alarms: true, notes: true } },
  }),
  placed("STATE_TIMELINE", "Pump state", [0, 18, 9, 12], {
    ...{ devices: pumps, channels: [{ key: "state" }], share: String(pumpState.running) },
  }),
];

const side = (stage: Stage): PlacedWidget[] => [
  placed("IMAGE", "Pump house, bearings", [15, 0, 9, 8], pumpHousePlan(stage)),
  placed("ALARM_LIST", "Active alarms", [15, 8, 9, 10], { devices: everything, which: "ACTIVE", limit: 20 }),
  placed("MAP", "Where they are", [9, 18, 6, 12], { devices: everything }),
  placed("TABLE", "Pumps", [15, 18, 9, 12], {
    ...{ devices: pumps, columns: ["CONTACT"], opens: onePump },
    channels: [{ key: "bearing_temp", label: "Bearing" }, { key: "flow" }, { key: "vibration", label: "Vib." }],
  }),
];

const gaugeTitles = { bearing_temp: "Bearing", vibration: "Vibration", flow: "Flow", power: "Power" };

const pumpPage: ScenePage = {
  id: onePump,
  title: "One pump",
  parameters: ["pump"],
  widgets: [
    ...(["bearing_temp", "vibration", "flow", "power"] as const).map((key, at) =>
      placed("GAUGE", gaugeTitles[key], [at * 4, 0, 4, 6], { devices: chosenPump, channel: { key } }),
    ),
    placed("CONTROL", "Flow to reach", [16, 0, 4, 6], {
      ...{
        devices: chosenPump,
        form: "SLIDER",
        writes: "SHARED_ATTRIBUTE",
        key: "setpoint",
        min: 0,
        max: 160,
        step: 5,
      },
    }),
    placed("CONTROL", "After a fault", [20, 0, 4, 6], {
      ...{ devices: chosenPump, form: "BUTTON", writes: "RPC", method: "reset", label: "Reset the fault" },
      confirm: "Reset the fault?",
    }),
    placed("TIME_SERIES", "Bearing and vibration", [0, 6, 15, 12], {
      ...{ devices: chosenPump, show: { alarms: true } },
      channels: [{ key: "bearing_temp" }, { key: "vibration", dashed: true }],
    }),
    placed("ALARM_LIST", "Its alarms", [15, 6, 9, 12], { devices: chosenPump, which: "IN_TIME", limit: 50 }),
    placed("TIME_SERIES", "Flow and power", [0, 18, 15, 10], {
      ...{ devices: chosenPump, channels: [{ key: "flow" }, { key: "power" }] },
    }),
    placed("STATE_TIMELINE", "State", [15, 18, 9, 10], { devices: chosenPump, channels: [{ key: "state" }] }),
  ],
};

function weatherPage(stage: Stage): ScenePage {
  const devices: DeviceSelection = { kind: "DEVICES", deviceIds: [actorNamed(stage, "Weather roof").id] };
  const values = [
    ...([
      ["Air", "air_temp"],
      ["Wind", "wind"],
      ["Humidity", "humidity"],
      ["Air pressure", "air_pressure"],
    ] as const),
    ...([
      ["Sunlight", "sun"],
      ["Battery", "battery"],
    ] as const),
  ];
  return {
    id: "weather",
    title: "Weather",
    widgets: [
      ...values.map(([title, key], at) =>
        placed("VALUE", title, [at * 4, 0, 4, 5], { devices, channel: { key }, trend: overOneHour }),
      ),
      placed("TIME_SERIES", "Air and humidity", [0, 5, 14, 12], {
        ...{ devices, channels: [{ key: "air_temp" }, { key: "humidity" }] },
      }),
      placed("TIME_SERIES", "Wind", [14, 5, 10, 12], { devices, channels: [{ key: "wind" }, { key: "gust" }] }),
      placed("TIME_SERIES", "Sunlight and air pressure", [0, 17, 14, 10], {
        ...{ devices, channels: [{ key: "sun" }, { key: "air_pressure" }] },
      }),
      placed("STATE_TIMELINE", "Rain", [14, 17, 10, 5], { devices, channels: [{ key: "sky" }], share: "dry" }),
      placed("ALARM_LIST", "Alarms", [14, 22, 10, 5], { devices, which: "ACTIVE" }),
    ],
  };
}
