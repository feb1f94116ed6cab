import { contrastOf, hexOf, mixed, type Rgb, rgbOf } from "./contrast.ts";

/** What the style sheets call `--accent` and its siblings. */
export interface AccentShades {
  readonly accent: string;
  readonly strong: string;
  readonly soft: string;
  readonly onAccent: string;
  /** Of the chosen colour on a card, before anything was done about it. */
  readonly chosenContrast: number;
}

/** The colours of `tokens.css` that an accent stands on. */
const schemes = {
  light: { surface: "#ffffff", background: "#f5f7f8", sunken: "#eef1f3", towards: "#000000" },
  dark: { surface: "#151d23", background: "#0e1418", sunken: "#27333b", towards: "#ffffff" },
} as const;

export type Scheme = keyof typeof schemes;

/** Of text, as WCAG 2 asks for (AA). */
const readable = 4.5;
const steps = 50;

const white: Rgb = [255, 255, 255];
const black: Rgb = [6, 24, 32];

/**
 * The chosen colour as it can be used: as text on every surface and under text, made darker or lighter step by step until it
 * can be read. Whatever is chosen, the interface stays readable.
 */
export function accentShades(chosen: string, scheme: Scheme): AccentShades {
  const { surface, background, sunken, towards } = schemes[scheme];
  const grounds = [surface, background, sunken].map(rgbOf);
  const soft = mixed(rgbOf(surface), rgbOf(chosen), scheme === "light" ? 0.12 : 0.2);
  const accent = readableOn(rgbOf(chosen), grounds, rgbOf(towards));
  const strong = readableOn(mixed(accent, rgbOf(towards), 0.22), [...grounds, soft], rgbOf(towards));
  return {
    accent: hexOf(accent),
    strong: hexOf(strong),
    soft: hexOf(soft),
    onAccent: hexOf(worst(white, [accent, strong]) >= worst(black, [accent, strong]) ? white : black),
    chosenContrast: contrastOf(rgbOf(chosen), rgbOf(surface)),
  };
}

const worst = (color: Rgb, grounds: readonly Rgb[]): number =>
  Math.min(...grounds.map((ground) => contrastOf(color, ground)));

/** Under text, either white or nearly black has to be readable as well: the same holds for both then. */
function readableOn(color: Rgb, grounds: readonly Rgb[], towards: Rgb): Rgb {
  for (let step = 0; step < steps; step++) {
    const tried = mixed(color, towards, step / steps);
    const isUnderText = Math.max(contrastOf(tried, white), contrastOf(tried, black)) >= readable;
    if (worst(tried, grounds) >= readable && isUnderText) return tried;
  }
  return towards;
}
