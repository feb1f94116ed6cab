/** By the tokens of tokens.css, as they are in the theme that is shown. */
const tokens = {
  land: "--land",
  water: "--water",
  green: "--map-green",
  built: "--map-built",
  road: "--map-road",
  rail: "--line-strong",
  border: "--line-strong",
  text: "--text-soft",
  halo: "--surface",
} as const;

export type MapColours = Readonly<Record<keyof typeof tokens, string>>;

/** What vector tiles are drawn from: colours, and the language of names. */
export interface LayerTerms {
  readonly colours: MapColours;
  readonly locale: string;
}

export function mapColours(): MapColours {
  const shown = getComputedStyle(document.documentElement);
  const entries = Object.entries(tokens).map(([name, token]) => [name, shown.getPropertyValue(token).trim()]);
  return Object.fromEntries(entries) as MapColours;
}
