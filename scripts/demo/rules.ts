// What watches the field. The rules stand before the past is sent: what they find in it is their own.
import type { AlarmSeverity, RuleDefinition } from "@heliograph/contract";
import { loggerLimits } from "./devices/logger.ts";
import { pumpLimits, pumpState } from "./devices/pump-type.ts";
import { vehicleLimits } from "./devices/vehicle-type.ts";
import { weatherLimits } from "./devices/weather.ts";
import { minuteMs, secondMs } from "./noise.ts";
import { requireId, type Stage } from "./stage.ts";

/** The alarms of the scene by the names people give them. */
export const alarmTypes = {
  bearing: "Bearing too hot",
  tripped: "Pump tripped",
  vibration: "Vibration high",
  suction: "Suction pressure low",
  weatherBattery: "Battery low",
  batteryTemp: "Battery temperature high",
  disk: "Disk nearly full",
} as const;

export async function saveRules({ api, typeIds }: Stage): Promise<void> {
  for (const { name, description, mode = "LIVE", type, ...rule } of rules) {
    const scope = { kind: "DEVICE_TYPE" as const, deviceTypeIds: [requireId(typeIds, type)] };
    await api.rules.save({ body: { name, description, mode, definition: { scope, actions: [], ...rule } } });
  }
}

interface SceneRule extends Pick<RuleDefinition, "inputs" | "steps" | "clear" | "alarmType"> {
  readonly name: string;
  readonly description: string;
  readonly mode?: "LIVE" | "SHADOW";
  readonly type: string;
}

type Step = RuleDefinition["steps"][number];

const input = (key: string) => [{ kind: "TELEMETRY" as const, name: key, key }];
const limit =
  (comparison: "GREATER" | "LESS") =>
  (severity: AlarmSeverity, key: string, value: number, deadBand: number, ms?: number): Step => ({
    severity,
    when: { kind: "COMPARE", input: key, comparison, value, deadBand },
    ...(ms !== undefined && { for: { ms } }),
  });
const above = limit("GREATER");
const below = limit("LESS");

const rules: readonly SceneRule[] = [
  {
    ...{ name: "Bearing too hot", description: "A warm bearing is looked at, a hot one stops the pump", type: "Pump" },
    inputs: input("bearing_temp"),
    steps: [
      above("CRITICAL", "bearing_temp", pumpLimits.bearing.alarm, 4, 5 * secondMs),
      above("MAJOR", "bearing_temp", pumpLimits.bearing.warn, 3),
    ],
    alarmType: alarmTypes.bearing,
  },
  {
    ...{ name: "Pump tripped", description: "The motor protection stopped it", type: "Pump" },
    inputs: input("state"),
    steps: [
      { severity: "CRITICAL", when: { kind: "COMPARE", input: "state", comparison: "EQUAL", value: pumpState.fault } },
    ],
    alarmType: alarmTypes.tripped,
  },
  {
    ...{ name: "Vibration high", description: "For five minutes, by ISO 10816", type: "Pump" },
    inputs: input("vibration"),
    steps: [above("MAJOR", "vibration", pumpLimits.vibration, 0.8, 5 * minuteMs)],
    clear: { for: { ms: 10 * minuteMs } }, // a pump that stands still shakes nothing
    alarmType: alarmTypes.vibration,
  },
  {
    ...{ name: "Suction pressure low", description: "The strainer may be clogged", type: "Pump" },
    inputs: input("suction"),
    steps: [below("MINOR", "suction", pumpLimits.suction, 0.05, 2 * minuteMs)],
    alarmType: alarmTypes.suction,
  },
  {
    ...{ name: "Battery of the van too warm", description: "Endurance drives heat it", type: "Vehicle" },
    inputs: input("battery_temp"),
    steps: [
      above("MAJOR", "battery_temp", vehicleLimits.batteryTemp.alarm, 2, 30 * secondMs),
      above("WARNING", "battery_temp", vehicleLimits.batteryTemp.warn, 2, 30 * secondMs),
    ],
    alarmType: alarmTypes.batteryTemp,
  },
  {
    ...{ name: "Weather station runs on its reserve", description: "Below 11.8 V", type: "Weather station" },
    inputs: input("battery"),
    steps: [below("WARNING", "battery", weatherLimits.battery, 0.4, 10 * minuteMs)],
    alarmType: alarmTypes.weatherBattery,
  },
  {
    ...{ name: "Disk of a logger nearly full", description: "Somebody has to fetch its files", type: "Data logger" },
    inputs: input("disk"),
    steps: [above("WARNING", "disk", loggerLimits.disk, 2)],
    alarmType: alarmTypes.disk,
  },
  {
    ...{ name: "Gusts on the test track", description: "Being tried: decides and tells nobody", mode: "SHADOW" },
    type: "Weather station",
    inputs: input("gust"),
    steps: [above("MINOR", "gust", 9, 2)],
    alarmType: "Gusts",
  },
];
