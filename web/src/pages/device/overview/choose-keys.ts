import type { TelemetryPoints } from "@heliograph/contract";
import { drawable } from "../../../format/number.ts";

/** Two rows of a wide page. */
const tilesShown = 12;
/** A row of it: fewer pins are filled up. */
const tilesBesidePins = 6;

type Placing = (key: string) => { readonly order: number; readonly hidden?: boolean; readonly pinned?: boolean };
const undescribed: Placing = () => ({ order: 0 });

/** All that a glance is for: in the order of the type; of what it does not describe numbers before texts, each by name. */
export function glanceKeys(latest: TelemetryPoints, placing: Placing = undescribed): readonly string[] {
  const isNumber = (key: string) => drawable(latest[key]?.[0]?.value) !== undefined;
  return Object.keys(latest)
    .filter((key) => !placing(key).hidden)
    .sort(
      (a, b) => placing(a).order - placing(b).order || Number(isNumber(b)) - Number(isNumber(a)) || a.localeCompare(b),
    );
}

/** Those of one's own choice that the device has, else those its type wants first. */
export function pinnedKeys(
  latest: TelemetryPoints,
  placing: Placing,
  own: readonly string[] | null | undefined,
): readonly string[] {
  if (own) return own.filter((key) => key in latest);
  return glanceKeys(latest, placing).filter((key) => placing(key).pinned);
}

/** What is shown as tiles: what is pinned, and so many others that a row is full. */
export function keyValues(
  latest: TelemetryPoints,
  placing: Placing = undescribed,
  own?: readonly string[] | null,
): readonly string[] {
  const pinned = pinnedKeys(latest, placing, own);
  const others = glanceKeys(latest, placing).filter((key) => !pinned.includes(key));
  const room = pinned.length === 0 ? tilesShown : tilesBesidePins;
  return [...pinned, ...others.slice(0, Math.max(0, room - pinned.length))];
}
