// The way of the van: from the depot to the oval of the proving ground, some laps, and back by another road.
import { type Place, placeAt } from "../actor.ts";

type Corner = readonly [east: number, north: number, kilometresPerHour: number];

const out: readonly Corner[] = [
  ...([
    [-900, -350, 20],
    [-880, -120, 40],
    [-520, 40, 50],
    [-140, 60, 50],
    [60, 260, 60],
    [420, 330, 70],
  ] as const),
];
const oval: readonly Corner[] = [
  ...([
    [760, 520, 112],
    [1_500, 760, 126],
    [1_900, 960, 118],
    [2_120, 1_220, 106],
    [2_020, 1_480, 100],
  ] as const),
  ...([
    [1_700, 1_520, 106],
    [1_350, 1_400, 124],
    [620, 1_120, 122],
    [330, 940, 104],
    [280, 700, 98],
    [420, 520, 102],
  ] as const),
];
const back: readonly Corner[] = [
  ...([
    [760, 520, 70],
    [620, 180, 60],
    [560, -260, 50],
    [300, -520, 50],
    [-120, -600, 60],
  ] as const),
  ...([
    [-560, -640, 50],
    [-860, -560, 30],
    [-900, -350, 15],
  ] as const),
];
const laps = 9;

interface Step {
  readonly east: number;
  readonly north: number;
  readonly speed: number;
}

/** Where it is and how fast, for each second since it left. */
export interface Drive {
  readonly seconds: number;
  readonly at: (second: number) => {
    readonly place: Place;
    readonly kilometresPerHour: number;
    readonly metres: number;
  };
}

export function createDrive(): Drive {
  const corners = [...out, ...Array.from({ length: laps }, () => oval).flat(), ...back];
  const steps = driven(rounded(rounded(rounded(corners))));
  const last = steps.length - 1;
  return {
    seconds: last,
    at: (second) => {
      const { east, north, speed, metres } = steps[Math.min(last, Math.max(0, Math.floor(second)))] ?? start;
      return { place: placeAt(east, north), kilometresPerHour: speed, metres };
    },
  };
}

const start = { east: -900, north: -350, speed: 0, metres: 0 };

/** Corners cut, as roads are: each becomes two, a quarter before and behind it. */
const rounded = (corners: readonly Corner[]): Corner[] =>
  corners.flatMap((corner, at) => {
    const next = corners[at + 1];
    return next ? [mixed(corner, next, 0.25), mixed(corner, next, 0.75)] : [corner];
  });

const mixed = (one: Corner, other: Corner, share: number): Corner => [
  one[0] + (other[0] - one[0]) * share,
  one[1] + (other[1] - one[1]) * share,
  one[2] + (other[2] - one[2]) * share,
];

/** In km/h per second. */
const harder = { accelerating: 4.5, braking: 6 };

/** Second by second along the corners; it gets as fast as it may, and not at once. */
function driven(corners: readonly Corner[]): (Step & { readonly metres: number })[] {
  const steps: (Step & { readonly metres: number })[] = [];
  let [speed, metres, left] = [0, 0, 0];
  for (const [at, [east, north, wanted]] of corners.entries()) {
    const next = corners[at + 1] ?? [east, north, wanted];
    const length = Math.hypot(next[0] - east, next[1] - north);
    let along = left;
    for (; along < length; along += Math.max(1, speed / 3.6)) {
      speed += Math.max(-harder.braking, Math.min(harder.accelerating, wanted - speed));
      const share = along / length;
      metres += speed / 3.6;
      steps.push({
        ...{ east: east + (next[0] - east) * share, north: north + (next[1] - north) * share },
        speed,
        metres,
      });
    }
    left = along - length;
  }
  return steps;
}
