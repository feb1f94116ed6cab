import type { MapFile } from "@heliograph/contract";
import type { LayerSpecification, SourceSpecification, StyleSpecification } from "maplibre-gl";
import { mapColours } from "./map-colours.ts";
import { plainLayers } from "./plain-layers.ts";
import { openMapTilesLayers } from "./style-openmaptiles.ts";
import { protomapsLayers } from "./style-protomaps.ts";

interface StyleTerms {
  /** Address of a tile, with its numbers left open. */
  readonly tiles: string;
  readonly isDark: boolean;
  readonly locale: string;
}

/** How a map is drawn: pictures as they are, vector tiles by the names of their layers; nothing is fetched from elsewhere. */
export function tileStyle(file: MapFile, { tiles, isDark, locale }: StyleTerms): StyleSpecification {
  const form = file.tiles === "mvt" ? "vector" : "raster";
  return {
    version: 8,
    sources: { map: sourceOf(file, form, tiles), extent: extentOf(file) },
    layers: form === "raster" ? [pictures(isDark)] : vectorLayers(file, locale),
  };
}

const sourceOf = (
  { minZoom, maxZoom, bounds }: MapFile,
  type: "vector" | "raster",
  tiles: string,
): SourceSpecification => ({
  ...{ type, tiles: [tiles], minzoom: minZoom, maxzoom: maxZoom },
  bounds: [bounds.west, bounds.south, bounds.east, bounds.north],
  ...(type === "raster" && { tileSize: 256 }),
});

/** Where there are tiles: what is not in them is not the coast beneath them. */
function extentOf({ bounds: { west, south, east, north } }: MapFile): SourceSpecification {
  const corners = [west, south, east, south, east, north, west, north, west, south];
  const ring = Array.from({ length: 5 }, (_, at) => corners.slice(2 * at, 2 * at + 2));
  return { type: "geojson", data: { type: "Polygon", coordinates: [ring] } };
}

/** Pictures are made for daylight. */
const pictures = (isDark: boolean): LayerSpecification => ({
  ...{ id: "pictures", type: "raster", source: "map" },
  paint: isDark ? { "raster-brightness-max": 0.72, "raster-saturation": -0.2 } : {},
});

function vectorLayers({ layers, minZoom }: MapFile, locale: string): LayerSpecification[] {
  const terms = { colours: mapColours(), locale };
  const has = (name: string) => layers.includes(name);
  const [ground, drawn] = has("earth")
    ? [terms.colours.water, protomapsLayers(terms)]
    : has("transportation") || has("waterway")
      ? [terms.colours.land, openMapTilesLayers(terms)]
      : [terms.colours.land, plainLayers(layers, terms)];
  const extent = { type: "fill", source: "extent", minzoom: minZoom, paint: { "fill-color": ground } } as const;
  return [{ id: "extent", ...extent }, ...drawn];
}
