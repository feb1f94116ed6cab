// What `npm run demo` shows of automation: rules, a policy, a maintenance window, a schedule, a calculated channel, and alarms
// that are over.
import type { AlarmInput, CalculatedDefinition, MaintenanceWindowInput, RuleDefinition } from "@heliograph/contract";
import { demoTypes } from "./demo-types.ts";

/** A call of the API: with a body it is a POST. */
type Call = <T>(path: string, body?: object) => Promise<T>;

interface DemoDevice {
  readonly id: string;
  readonly type: string;
}

const hourMs = 3_600_000;
const pastMs = 6 * hourMs;
const everyMs = 60_000;
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** What it would have measured in the last hours: backtests and charts have something to look at. */
export async function sendPast(call: Call, { id, type }: DemoDevice, now: number): Promise<void> {
  const reading = demoTypes.find(({ file }) => file.name === type)?.reading;
  if (!reading) return;
  const moments = Array.from({ length: pastMs / everyMs }, (_, at) => now - pastMs + at * everyMs);
  const points = moments.map((ts) => ({ ts, values: reading(ts / 1_000) }));
  await call(`/api/plugins/telemetry/DEVICE/${id}/timeseries/ANY`, points);
}

/** After the past was sent, of which nobody is told. */
export async function automate(call: Call, devices: readonly DemoDevice[], now: number): Promise<void> {
  const { data } = await call<{ data: { id: { id: string }; name: string }[] }>("/api/deviceProfiles");
  const typeId = (name: string): string => data.find((one) => one.name === name)?.id.id ?? "";
  const [logger, stand] = [typeId("Data logger"), typeId("Test stand")];
  const first = devices[0];
  if (first) for (const alarm of pastAlarms(first.id, now)) await call("/api/alarm", alarm);
  await call("/api/notification/policy", everybodyInTheInbox);
  await call("/api/rule", { name: "Drive too fast", mode: "LIVE", definition: tooFast(logger) });
  await call("/api/rule", { name: "Oil too hot", mode: "SHADOW", definition: oilTooHot(stand) });
  await call("/api/calculatedChannel", { definition: power(stand) });
  await call("/api/maintenanceWindow", overhaul(stand, now));
  await call("/api/schedule", morning);
}

const above = (input: string, value: number, deadBand: number) =>
  ({ kind: "COMPARE", input, comparison: "GREATER", value, deadBand }) as const;

/** Fires within minutes, and is over within minutes. */
const tooFast = (type: string): RuleDefinition => ({
  scope: { kind: "DEVICE_TYPE", deviceTypeIds: [type] },
  inputs: [{ kind: "TELEMETRY", name: "speed", key: "speed" }],
  steps: [
    { severity: "MAJOR", when: above("speed", 2_200, 100), for: { ms: 5_000 } },
    { severity: "WARNING", when: above("speed", 1_900, 100) },
  ],
  alarmType: "Drive too fast",
  actions: [],
});

/** Watches without telling anybody. */
const oilTooHot = (type: string): RuleDefinition => ({
  scope: { kind: "DEVICE_TYPE", deviceTypeIds: [type] },
  inputs: [{ kind: "TELEMETRY", name: "oil", key: "oil_temp" }],
  steps: [{ severity: "CRITICAL", when: above("oil", 90, 3), for: { ms: 30_000 } }],
  alarmType: "Oil too hot",
  actions: [],
});

const power = (type: string): CalculatedDefinition => ({
  ...{ scope: { kind: "DEVICE_TYPE", deviceTypeId: type }, key: "power", name: "Shaft power", unit: "kW" },
  inputs: [
    { kind: "CHANNEL", name: "speed", key: "speed", maxAgeMs: 60_000 },
    { kind: "CHANNEL", name: "torque", key: "torque", maxAgeMs: 60_000 },
  ],
  expression: "speed * torque / 9549.0",
});

const everybodyInTheInbox = {
  ...{ name: "Everything serious", alarms: { severities: ["CRITICAL", "MAJOR"] }, channels: ["INBOX"] },
  recipients: { roles: ["TENANT_ADMIN"] },
};

const overhaul = (type: string, now: number): MaintenanceWindowInput => ({
  ...{ name: "Weekly overhaul of the test stands", startTs: now },
  recurrence: { weekdays: [6], start: "08:00", durationMs: 2 * hourMs, timeZone: zone },
  deviceProfileId: { entityType: "DEVICE_PROFILE", id: type },
});

const morning = {
  ...{ name: "Start of the day", enabled: true, timeZone: zone, missed: "SKIP" },
  timing: { kind: "WEEKLY", weekdays: ["MON", "TUE", "WED", "THU", "FRI"], time: "06:30" },
  action: { kind: "PUBLISH_ATTRIBUTE", all: true, scope: "SERVER_SCOPE", key: "shift", value: "early" },
};

/** Two that are over, and one that somebody has seen. */
const pastAlarms = (device: string, now: number): readonly AlarmInput[] =>
  (["MINOR", "MAJOR", "WARNING"] as const).map((severity, at) => ({
    originator: { entityType: "DEVICE", id: device },
    type: ["Battery low", "Too hot", "Disk nearly full"][at] ?? "Alarm",
    ...{ severity, startTs: now - (6 - at) * hourMs, endTs: now - (5 - at) * hourMs },
    ...{ acknowledged: true, cleared: at < 2, details: [{ battery: 11.2 }, { temperature: 82.5 }, { disk: 91 }][at] },
  }));
