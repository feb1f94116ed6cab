import type { TelemetryPoints } from "@heliograph/contract";
import { drawable } from "../../../format/number.ts";

const tilesShown = 12;

/** What a glance is for: numbers before texts, each by name. */
export function keyValues(latest: TelemetryPoints): readonly string[] {
  const isNumber = (key: string) => drawable(latest[key]?.[0]?.value) !== undefined;
  return Object.keys(latest)
    .sort((a, b) => Number(isNumber(b)) - Number(isNumber(a)) || a.localeCompare(b))
    .slice(0, tilesShown);
}
