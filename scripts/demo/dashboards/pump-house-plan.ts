// The plan of the pump house: six pumps between the suction line below and the header above.
import type { WidgetOptions } from "@heliograph/contract";
import { actorNamed, type Stage } from "../stage.ts";
import { circle, line, picture, type Stroke, triangle } from "./picture.ts";

const [width, height] = [760, 204];
const [header, middle, suction] = [22, 76, 182];
const radius = 25;
const columns = [1, 2, 3, 4, 5, 6].map((number) => ({ number, x: 70 + (number - 1) * 124 }));

const pipe = [122, 144, 158, 255] as const;
const machine = [43, 138, 158, 255] as const;

/** Where what is measured stands, as shares of the picture. */
export function pumpHousePlan(stage: Stage): WidgetOptions<"IMAGE"> {
  return {
    picture: picture(width, height, strokes()),
    values: columns.map(({ number, x }) => ({
      deviceId: actorNamed(stage, `P-0${number}`).id,
      channel: { key: "bearing_temp", label: `P-0${number}`, decimals: 0, unit: "°" },
      ...{ x: x / width, y: 134 / height },
    })),
  };
}

const strokes = (): Stroke[] => [
  ...columns.flatMap(({ x }) => pump(x)),
  { shape: line({ x: 18, y: header }, { x: width - 18, y: header }), half: 4, colour: pipe },
  { shape: line({ x: 18, y: suction }, { x: width - 18, y: suction }), half: 4, colour: pipe },
  ...columns.flatMap(({ x }): Stroke[] => [
    { shape: line({ x, y: header }, { x, y: middle - radius }), half: 3, colour: pipe },
    { shape: line({ x, y: middle + radius }, { x, y: suction }), half: 3, colour: pipe },
  ]),
];

/** A circle with an arrow in it, as in every piping diagram. */
const pump = (x: number): Stroke[] => [
  { shape: circle({ x, y: middle }, radius), half: 2, colour: machine },
  {
    shape: triangle({ x, y: middle - 15 }, { x: x - 13, y: middle + 11 }, { x: x + 13, y: middle + 11 }),
    ...{ half: 0.5, colour: machine },
  },
];
