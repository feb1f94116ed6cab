import type { ExpressionSpecification, FilterSpecification, LayerSpecification } from "maplibre-gl";
import type { LayerTerms } from "./map-colours.ts";

interface Part {
  readonly id: string;
  readonly layer: string;
  readonly filter?: FilterSpecification;
  readonly minzoom?: number;
}

const common = ({ id, layer, filter, minzoom }: Part) => ({
  ...{ id, source: "map", "source-layer": layer },
  ...(filter && { filter }),
  ...(minzoom !== undefined && { minzoom }),
});

export const area = (part: Part, colour: string, opacity = 1): LayerSpecification => ({
  ...common(part),
  type: "fill",
  paint: { "fill-color": colour, "fill-opacity": opacity },
});

/** Widths at zooms: between them it grows. */
export const line = (
  part: Part,
  colour: string,
  widths: readonly (readonly [zoom: number, pixels: number])[],
  dashes?: readonly number[],
): LayerSpecification => ({
  ...common(part),
  type: "line",
  layout: { "line-cap": dashes ? "butt" : "round", "line-join": "round" },
  paint: {
    "line-color": colour,
    "line-width": [
      "interpolate",
      ["exponential", 1.5],
      ["zoom"],
      ...widths.flat(),
    ] as unknown as ExpressionSpecification,
    ...(dashes && { "line-dasharray": [...dashes] }),
  },
});

/** The family our pages are set in: letters are drawn by the browser, none are fetched as pictures. */
const fonts = ["Inter Variable"];

/** In the reader's language where the map has it. */
const nameIn = (locale: string): ExpressionSpecification => {
  const language = locale.slice(0, 2);
  return ["coalesce", ["get", `name:${language}`], ["get", `name_${language}`], ["get", "name"]];
};

export const names = (
  part: Part & { readonly sizes: readonly (readonly [zoom: number, pixels: number])[]; readonly along?: boolean },
  { colours, locale }: LayerTerms,
): LayerSpecification => ({
  ...common(part),
  type: "symbol",
  layout: {
    "text-field": nameIn(locale),
    "text-font": fonts,
    "text-size": ["interpolate", ["linear"], ["zoom"], ...part.sizes.flat()] as unknown as ExpressionSpecification,
    "text-max-width": 8,
    ...(part.along && { "symbol-placement": "line" as const }),
  },
  paint: { "text-color": colours.text, "text-halo-color": colours.halo, "text-halo-width": 1.4 },
});

/** One of its properties is one of these. */
export const isOne = (property: string, ...values: readonly (string | number)[]): FilterSpecification =>
  ["in", ["get", property], ["literal", [...values]]] as unknown as FilterSpecification;
