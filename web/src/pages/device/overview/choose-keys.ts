import type { TelemetryPoints } from "@heliograph/contract";
import { drawable } from "../../../format/number.ts";

const tilesShown = 12;

type Placing = (key: string) => { readonly order: number; readonly hidden?: boolean };
const undescribed: Placing = () => ({ order: 0 });

/** What a glance is for: in the order of the type; of what it does not describe numbers before texts, each by name. */
export function keyValues(latest: TelemetryPoints, placing: Placing = undescribed): readonly string[] {
  const isNumber = (key: string) => drawable(latest[key]?.[0]?.value) !== undefined;
  return Object.keys(latest)
    .filter((key) => !placing(key).hidden)
    .sort(
      (a, b) => placing(a).order - placing(b).order || Number(isNumber(b)) - Number(isNumber(a)) || a.localeCompare(b),
    )
    .slice(0, tilesShown);
}
