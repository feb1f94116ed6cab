import type { TelemetryPoints } from "@heliograph/contract";
import { drawable } from "../../../format/number.ts";
import { keyValues } from "../overview/choose-keys.ts";

/** Enough to see something, few enough to read it. */
const drawnAtFirst = 2;

/** The channels that are drawn before anybody chose some: the first of the overview that can be drawn. */
export const firstChoice = (
  latest: TelemetryPoints,
  placing: (key: string) => { readonly order: number; readonly hidden?: boolean; readonly pinned?: boolean },
  own?: readonly string[] | null,
): readonly string[] =>
  keyValues(latest, placing, own)
    .filter((key) => drawable(latest[key]?.[0]?.value) !== undefined)
    .slice(0, drawnAtFirst);
