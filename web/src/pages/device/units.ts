import type { AttributeRecord } from "@heliograph/contract";

/** An attribute `units`, in any scope, may name the unit of each key: `{"temperature": "°C"}`. */
export function unitsIn(attributes: readonly AttributeRecord[]): ReadonlyMap<string, string> {
  const units = new Map<string, string>();
  for (const { key, value } of attributes) {
    if (key !== "units" || typeof value !== "object" || value === null) continue;
    for (const [name, unit] of Object.entries(value)) if (typeof unit === "string") units.set(name, unit);
  }
  return units;
}
