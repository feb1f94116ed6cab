import type { Channel, RuleDefinition, RuleScope } from "@heliograph/contract";
import { isPattern } from "@heliograph/contract/channel-meaning";
import { usualCircle } from "../../../map/area.ts";
import type { Position } from "../../../map/position.ts";
import { inputNameFor } from "./edits.ts";

/** What a rule can begin as: only what a node evaluates. */
export const presetNames = [
  "limit",
  "silent",
  "missing",
  "rate",
  "stuck",
  "battery",
  "geofence",
  "fileFailed",
  "fileArrived",
  "expression",
] as const;
export type PresetName = (typeof presetNames)[number];

export const isPresetName = (name: unknown): name is PresetName => presetNames.some((one) => one === name);

/** What is known of the devices it is for. */
interface PresetGround {
  readonly scope: RuleScope;
  readonly channels: readonly Channel[];
  /** Keys that are sent, described or not. */
  readonly keys: readonly string[];
  /** Where one of them is. */
  readonly position?: Position | undefined;
  /** How the alarm is called, in the reader's language. */
  readonly title: string;
}

const minute = 60_000;
const common = { actions: [] as [] };

/** A rule to begin with; everything in it can be changed. */
export function presetOf(preset: PresetName, ground: PresetGround): RuleDefinition {
  const { scope, title: alarmType } = ground;
  return { ...common, scope, alarmType, ...partsOf[preset](ground) };
}

type Parts = Pick<RuleDefinition, "inputs" | "steps" | "clear" | "noData">;

const telemetry = (key: string, taken: readonly string[] = []) =>
  ({ kind: "TELEMETRY", name: inputNameFor(key, taken), key }) as const;

const partsOf: Record<PresetName, (ground: PresetGround) => Parts> = {
  limit: (ground) => {
    const channel = measured(ground).find(({ limits }) => limits?.alarmAbove ?? limits?.warnAbove);
    const input = telemetry(channel?.key ?? anyNumber(ground));
    const value = channel?.limits?.alarmAbove ?? channel?.limits?.warnAbove ?? 80;
    const when = { ...compared(input.name, "GREATER", value), deadBand: tidy(Math.abs(value) * 0.05) || 1 };
    return { inputs: [input], steps: [{ severity: "MAJOR", when, for: { ms: 5 * minute } }] };
  },

  /** Anything that arrives counts: which channels a device sends is no matter. */
  silent: () => {
    const input = { kind: "ACTIVITY" as const, name: "active" };
    const when = { kind: "COMPARE" as const, input: input.name, comparison: "EQUAL" as const, value: false };
    return { inputs: [input], steps: [{ severity: "WARNING", when }] };
  },

  missing: (ground) => ({
    inputs: [telemetry(anyNumber(ground))],
    steps: [],
    noData: { afterMs: 15 * minute, policy: "RAISE", severity: "WARNING" },
  }),

  rate: (ground) => {
    const input = { ...telemetry(anyNumber(ground)), window: { function: "DELTA" as const, overMs: 10 * minute } };
    return { inputs: [input], steps: [{ severity: "WARNING", when: compared(input.name, "GREATER", 10) }] };
  },

  stuck: (ground) => {
    const overMs = 60 * minute;
    const key = anyNumber(ground);
    const highest = { ...telemetry(key), window: { function: "MAX" as const, overMs } };
    const lowest = { ...telemetry(key, [highest.name]), window: { function: "MIN" as const, overMs } };
    const when = { kind: "COMPARE" as const, input: highest.name, comparison: "EQUAL" as const, other: lowest.name };
    return {
      inputs: [highest, lowest],
      steps: [{ severity: "WARNING", when, for: { ms: 60 * minute } }],
    };
  },

  battery: (ground) => {
    const input = telemetry(keyLike(ground, /batt|charge|\bsoc\b/i) ?? "battery");
    const when = { ...compared(input.name, "LESS", 20), deadBand: 5 };
    return { inputs: [input], steps: [{ severity: "WARNING", when }] };
  },

  geofence: (ground) => {
    const latitude = telemetry(partKey(ground, "latitude") ?? keyLike(ground, /^lat/i) ?? "latitude");
    const longitude = telemetry(partKey(ground, "longitude") ?? keyLike(ground, /^(lon|lng)/i) ?? "longitude");
    const [lat, lon] = [latitude.name, longitude.name];
    const circle = usualCircle(ground.position ?? { latitude: 0, longitude: 0 });
    const when = { kind: "AREA" as const, latitude: lat, longitude: lon, where: "OUTSIDE" as const, circle };
    return { inputs: [latitude, longitude], steps: [{ severity: "MINOR", when, for: { count: 2 } }] };
  },

  fileFailed: () => {
    const when = { kind: "COMPARE" as const, input: "file", comparison: "EQUAL" as const, value: "FAILED" };
    return { inputs: [{ kind: "FILE", name: "file" }], steps: [{ severity: "MINOR", when }] };
  },

  fileArrived: () => {
    const when = { kind: "COMPARE" as const, input: "file", comparison: "EQUAL" as const, value: "ARRIVED" };
    const input = { kind: "FILE" as const, name: "file", momentary: true };
    return { inputs: [input], steps: [{ severity: "INDETERMINATE", when }] };
  },

  expression: (ground) => {
    const input = telemetry(anyNumber(ground));
    const when = { kind: "EXPRESSION" as const, expression: `${input.name} > 80.0` };
    return { inputs: [input], steps: [{ severity: "MAJOR", when }] };
  },
};

type Comparison = "GREATER" | "LESS";

const compared = (input: string, comparison: Comparison, value: number) => ({
  kind: "COMPARE" as const,
  input,
  comparison,
  value,
});

const tidy = (value: number): number => Number(value.toPrecision(2));

const measured = ({ channels }: PresetGround): readonly Channel[] =>
  channels.filter(({ key, kind }) => !isPattern(key) && (kind ?? "number") === "number");

/** What tells of the device itself and not of what it measures. */
const aside = /batt|charge|\bsoc\b|signal|rssi|^(lat|lon|lng|alt)/i;

/** The first that is described as a number, else the first that is sent; one that is measured before others. */
function anyNumber(ground: PresetGround): string {
  const keys = [...measured(ground).map(({ key }) => key), ...ground.keys];
  return keys.find((key) => !aside.test(key)) ?? keys[0] ?? "temperature";
}

const keyLike = ({ channels, keys }: PresetGround, pattern: RegExp): string | undefined =>
  [...channels.map(({ key }) => key).filter((key) => !isPattern(key)), ...keys].find((key) => pattern.test(key));

const partKey = ({ channels }: PresetGround, part: "latitude" | "longitude"): string | undefined =>
  channels.find((channel) => channel.part === part)?.key;
