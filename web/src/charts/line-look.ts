import type { Line } from "./aligned.ts";
import { colourAt, patternAt, placesOf, placesWith } from "./series-colours.ts";

/** How a line is painted. */
export interface Paint {
  readonly stroke: string;
  readonly fill?: string;
  readonly dash?: number[];
  /** Between the least and the greatest. */
  readonly band?: string;
}

const dashes = [8, 5];
const shadowDashes = [2, 4];

/** Transparency behind a colour of six digits. */
const [faint, light, half] = ["2e", "38", "80"];

/** Bars and bands are filled, a second quantity is dashed, what was before is fainter than what is [DSH3]. */
export function paintOf({ draw, isDashed, shadowOf, min }: Line, colour: string, pattern?: number[]): Paint {
  if (shadowOf !== undefined) return { stroke: `${colour}${half}`, dash: shadowDashes };
  return {
    stroke: colour,
    ...(pattern && { dash: pattern }),
    ...(isDashed && { dash: dashes }),
    ...(draw === "BARS" && { fill: `${colour}${half}` }),
    ...(draw === "BAND" && { fill: `${colour}${faint}` }),
    ...(min && { band: `${colour}${draw === "BAND" ? half : light}` }),
  };
}

/** Of each line: its own colour, else that of its series; what was before has that of what is. */
export function looksOf(
  lines: readonly Line[],
  isDark: boolean,
  known?: Map<string, number>,
): readonly { readonly colour: string; readonly paint: Paint }[] {
  const drawn = lines.filter(({ colour, shadowOf }) => colour === undefined && shadowOf === undefined);
  const series = drawn.map(({ series: own, label }, place) => own ?? { id: label, place });
  const given = placesWith(
    lines.flatMap(({ colour }) => colour ?? []),
    isDark,
  );
  const places = new Map(placesOf(series, known, given).map((place, at) => [drawn[at], place]));
  return lines.map((line) => {
    const shown = lines[line.shadowOf ?? -1] ?? line;
    const place = places.get(shown) ?? 0;
    const colour = line.colour ?? shown.colour ?? colourAt(place, isDark);
    return { colour, paint: paintOf(line, colour, patternAt(place)) };
  });
}

/** Bars stand on zero. */
export const standsOnZero = (lines: readonly Line[], members: readonly number[]): boolean =>
  members.some((index) => lines[index]?.draw === "BARS");
