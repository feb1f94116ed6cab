// The dashboard of the van: where it was, how fast, and what it recorded.
import type { DashboardConfiguration, DeviceSelection } from "@heliograph/contract";
import { minuteMs } from "../noise.ts";
import { actorNamed, type Stage } from "../stage.ts";
import { configurationOf, placed, type ScenePage } from "./widget.ts";

export const vehicleTitle = "Van 3 on the oval";

export function vehicleDashboard(stage: Stage): DashboardConfiguration {
  const van: DeviceSelection = { kind: "DEVICES", deviceIds: [actorNamed(stage, "Van 3").id] };
  return configurationOf([drivePage(van)], { time: { from: "now-3h", to: "now", live: true } });
}

const drivePage = (devices: DeviceSelection): ScenePage => ({
  id: "drive",
  title: "Drive",
  widgets: [
    placed("GAUGE", "Speed", [0, 0, 3, 6], { devices, channel: { key: "speed" } }),
    placed("GAUGE", "State of charge", [3, 0, 3, 6], { devices, channel: { key: "charge" } }),
    placed("VALUE", "Battery temperature", [6, 0, 4, 6], {
      ...{ devices, channel: { key: "battery_temp" }, trend: { overMs: 30 * minuteMs } },
    }),
    placed("VALUE", "Battery current", [10, 0, 4, 6], { devices, channel: { key: "battery_current" } }),
    placed("MAP", "Track", [14, 0, 10, 17], { devices, track: true }),
    placed("TIME_SERIES", "Speed and state of charge", [0, 6, 14, 11], {
      ...{ devices, show: { alarms: true, files: true, notes: true } },
      channels: [{ key: "speed" }, { key: "charge" }],
    }),
    placed("TIME_SERIES", "Battery", [0, 17, 14, 10], {
      ...{ devices, show: { alarms: true, files: true } },
      channels: [{ key: "battery_temp" }, { key: "battery_current" }],
    }),
    placed("STATE_TIMELINE", "What it does", [0, 27, 14, 5], {
      ...{ devices, channels: [{ key: "activity" }], share: "driving" },
    }),
    placed("FILE_LIST", "Measurements", [14, 17, 10, 15], { devices, viewer: true, limit: 50 }),
  ],
});
