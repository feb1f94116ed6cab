import type { AreaCondition } from "@heliograph/contract";
import { countText, numberText } from "../../../format/number.ts";
import { positionText } from "../../../map/position.ts";
import { filledText } from "./template.ts";
import type { Wording } from "./wording.ts";

/** "850 m", "1.5 km" */
const distanceText = (metres: number, locale: string): string =>
  metres < 1_000
    ? `${numberText(metres, locale)} m`
    : `${numberText(Number((metres / 1_000).toPrecision(3)), locale)} km`;

/** "a circle of 1.5 km radius around 48.13700° N, 11.57500° E" */
export function areaText({ circle, corners }: Pick<AreaCondition, "circle" | "corners">, wording: Wording): string {
  const { areas } = wording.words;
  if (circle)
    return filledText(areas.circle, {
      radius: distanceText(circle.radius, wording.locale),
      place: positionText(circle),
    });
  return filledText(areas.corners, { count: countText(corners?.length ?? 0, wording.locale) });
}
