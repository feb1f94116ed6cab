import type { Channel, ChannelState, Severity } from "./channel.ts";

/** The state a value means; values may come as text. */
export const stateOf = ({ states }: Pick<Channel, "states">, value: unknown): ChannelState | undefined =>
  states?.find((state) => state.value === value) ?? states?.find((state) => String(state.value) === String(value));

/** How bad a value is by the limits and states of its channel; a value at a limit is beyond it [TYP2]. */
export function severityOf(channel: Pick<Channel, "states" | "limits">, value: unknown): Severity {
  const state = stateOf(channel, value);
  if (state) return state.severity ?? "normal";
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  if (typeof number === "bigint") return byLimits(channel.limits ?? {}, Number(number));
  return typeof number === "number" ? byLimits(channel.limits ?? {}, number) : "normal";
}

function byLimits(
  { alarmBelow, warnBelow, warnAbove, alarmAbove }: NonNullable<Channel["limits"]>,
  value: number,
): Severity {
  const isBeyond = (below: number | undefined, above: number | undefined) =>
    (below !== undefined && value <= below) || (above !== undefined && value >= above);
  if (isBeyond(alarmBelow, alarmAbove)) return "alarm";
  return isBeyond(warnBelow, warnAbove) ? "warning" : "normal";
}

/** UCUM codes that people write otherwise; everything else is shown as it is. */
const written: Readonly<Record<string, string>> = {
  Cel: "°C",
  "[degF]": "°F",
  deg: "°",
  Ohm: "Ω",
  um: "µm",
  us: "µs",
  uA: "µA",
  uV: "µV",
  "m/s2": "m/s²",
  m2: "m²",
  m3: "m³",
  "m3/h": "m³/h",
  "W/m2": "W/m²",
  "g/m3": "g/m³",
  "N.m": "N·m",
  "kW.h": "kWh",
  "A.h": "Ah",
  "[pH]": "pH",
  "1": "",
  "{rpm}": "1/min",
  "/min": "1/min",
};

/** A unit as people read it. */
export const unitText = (unit: string): string => (Object.hasOwn(written, unit) ? (written[unit] ?? unit) : unit);

/** An attribute `units`, in any scope, may name the unit of each key: `{"temperature": "°C"}`. */
export function unitsIn(
  attributes: readonly { readonly key: string; readonly value: unknown }[],
): ReadonlyMap<string, string> {
  const units = new Map<string, string>();
  for (const { key, value } of attributes) {
    if (key !== "units" || typeof value !== "object" || value === null) continue;
    for (const [name, unit] of Object.entries(value)) if (typeof unit === "string") units.set(name, unit);
  }
  return units;
}
