import type { TelemetryPoints } from "@heliograph/contract";
import { drawable } from "../../../format/number.ts";
import { keyValues, pinnedKeys } from "../overview/choose-keys.ts";

/** Enough to see something, few enough to read it. */
const drawnAtFirst = 2;

type Placing = (key: string) => {
  readonly order: number;
  readonly hidden?: boolean;
  readonly pinned?: boolean;
  readonly kind?: string;
};

/** The channels that are drawn before anybody chose some: the first of the overview that can be drawn. */
export const firstChoice = (
  latest: TelemetryPoints,
  placing: Placing,
  own?: readonly string[] | null,
): readonly string[] =>
  keyValues(latest, placing, own)
    .filter((key) => placing(key).kind !== "state" && drawable(latest[key]?.[0]?.value) !== undefined)
    .slice(0, drawnAtFirst);

/** Of what is kept in sight, the state that is drawn beneath them. */
export const firstStates = (
  latest: TelemetryPoints,
  placing: Placing,
  own?: readonly string[] | null,
): readonly string[] =>
  pinnedKeys(latest, placing, own)
    .filter((key) => placing(key).kind === "state")
    .slice(0, 1);
