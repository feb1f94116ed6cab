import { type Static, Type } from "typebox";
import { closed } from "../durations.ts";
import type { InputType } from "../inputs/index.ts";
import { type SaidProblem, said, unknownInput } from "../said-problem.ts";

/** Corners of one area: more than anybody draws by hand. */
export const areaCornersAtMost = 100;
/** Half around the globe. */
const radiusAtMost = 20_000_000;

const name = (description: string, example: string) =>
  Type.String({ minLength: 1, maxLength: 64, description, examples: [example] });

const place = {
  latitude: Type.Number({ minimum: -90, maximum: 90, description: "Degrees, north is positive", examples: [48.137] }),
  longitude: Type.Number({ minimum: -180, maximum: 180, description: "Degrees, east is positive", examples: [11.575] }),
};
const AreaPlace = Type.Object(place, closed);
export type AreaPlace = Static<typeof AreaPlace>;

/** A position inside or outside of a circle or a polygon. */
export const AreaCondition = Type.Object(
  {
    kind: Type.Literal("AREA"),
    latitude: name("Name of the input with the latitude", "latitude"),
    longitude: name("Name of the input with the longitude", "longitude"),
    where: Type.Enum(["INSIDE", "OUTSIDE"], { description: "Where it has to be; the edge is inside" }),
    circle: Type.Optional(
      Type.Object(
        {
          ...place,
          radius: Type.Number({
            exclusiveMinimum: 0,
            maximum: radiusAtMost,
            description: "Metres along the ground",
            examples: [1500],
          }),
        },
        { ...closed, description: "Its middle and its radius" },
      ),
    ),
    corners: Type.Optional(
      Type.Array(AreaPlace, {
        minItems: 3,
        maxItems: areaCornersAtMost,
        description: "Instead of a circle: a polygon, which may cross 180° and is less than half of the globe wide",
      }),
    ),
  },
  { ...closed, description: "A position compared with an area" },
);
export type AreaCondition = Static<typeof AreaCondition>;

/** Why an area makes no sense, or undefined; `types` says what the inputs are. */
export function areaProblemOf(
  { latitude, longitude, circle, corners }: AreaCondition,
  types: ReadonlyMap<string, InputType>,
): SaidProblem | undefined {
  for (const input of [latitude, longitude]) {
    const type = types.get(input);
    if (!type) return unknownInput(input);
    if (type !== "NUMBER")
      return said("AREA_INPUT_UNFIT", `"${input}" is ${type}, a position is numbers`, { name: input });
  }
  if ((circle === undefined) === (corners === undefined))
    return said("AREA_UNCLEAR", "it has either a circle or corners");
  return undefined;
}
