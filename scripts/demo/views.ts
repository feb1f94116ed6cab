// Looks at the list of devices that are worth having: the first thing many open.
import type { DeviceViewColumn, DeviceViewInput } from "@heliograph/contract";
import type { Stage } from "./stage.ts";

const field = (name: "alarm" | "type" | "project" | "label" | "lastActivityTime"): DeviceViewColumn => ({
  kind: "FIELD",
  field: name,
});
const latest = (key: string): DeviceViewColumn => ({ kind: "LATEST", key });
const line = (key: string): DeviceViewColumn => ({ kind: "HISTORY", key });

/** Shared: everybody who comes finds them. Returns the one to open first. */
export async function saveViews({ api }: Stage): Promise<string> {
  const pumps: DeviceViewInput["look"] = {
    columns: [
      ...[field("alarm"), latest("bearing_temp"), line("bearing_temp"), latest("vibration"), line("vibration")],
      ...[latest("flow"), latest("state")],
    ],
    filter: { type: "Pump" },
    ...{ sortProperty: "alarmSeverity", sortOrder: "DESC" },
  };
  const asking: DeviceViewInput["look"] = {
    columns: [field("alarm"), field("label"), field("type"), field("project"), field("lastActivityTime")],
    filter: { where: { kind: "ALL", conditions: [{ kind: "ALARM", state: "ACTIVE" }] } },
    ...{ sortProperty: "alarmSeverity", sortOrder: "DESC" },
  };
  const saved = await api.deviceViews.save({ body: { name: "Pumps at work", shared: true, look: pumps } });
  await api.deviceViews.save({ body: { name: "With an alarm", shared: true, look: asking } });
  return saved.id.id;
}
