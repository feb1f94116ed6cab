import type { Line } from "./aligned.ts";

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
export function paintOf({ draw, isDashed, shadowOf, min }: Line, colour: string): Paint {
  if (shadowOf !== undefined) return { stroke: `${colour}${half}`, dash: shadowDashes };
  return {
    stroke: colour,
    ...(isDashed && { dash: dashes }),
    ...(draw === "BARS" && { fill: `${colour}${half}` }),
    ...(draw === "BAND" && { fill: `${colour}${faint}` }),
    ...(min && { band: `${colour}${draw === "BAND" ? half : light}` }),
  };
}

/** Of each line: its own, else by its place; what was before has that of what is. */
export function coloursOf(lines: readonly Line[], palette: readonly string[]): readonly string[] {
  const own = lines.map(({ colour }, index) => colour ?? palette[index % palette.length] ?? "#888");
  return lines.map(({ colour, shadowOf }, index) => colour ?? own[shadowOf ?? index] ?? "#888");
}

/** Bars stand on zero. */
export const standsOnZero = (lines: readonly Line[], members: readonly number[]): boolean =>
  members.some((index) => lines[index]?.draw === "BARS");
