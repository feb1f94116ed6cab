import type { FilterSpecification, LayerSpecification } from "maplibre-gl";
import { area, isOne, line, names } from "./layer-kinds.ts";
import type { LayerTerms } from "./map-colours.ts";

/** `kind` since version 4, `pmap:kind` before. */
const kind = (...values: readonly string[]): FilterSpecification =>
  ["any", isOne("kind", ...values), isOne("pmap:kind", ...values)] as unknown as FilterSpecification;

const isCountry: FilterSpecification = [
  "any",
  kind("country"),
  isOne("kind_detail", 2),
] as unknown as FilterSpecification;

/** Layers of the Protomaps basemap. */
export function protomapsLayers(terms: LayerTerms): LayerSpecification[] {
  const { land, water, green, built, road, rail, border } = terms.colours;
  const greens = [
    "park",
    "forest",
    "wood",
    "nature_reserve",
    "grass",
    "meadow",
    "national_park",
    "cemetery",
    "golf_course",
  ];
  const polygon: FilterSpecification = ["==", ["geometry-type"], "Polygon"];
  return [
    area({ id: "earth", layer: "earth", filter: polygon }, land),
    area({ id: "landcover", layer: "landcover", filter: kind("forest", "grassland", "scrub", "farmland") }, green, 0.5),
    area({ id: "green", layer: "landuse", filter: kind(...greens) }, green, 0.8),
    area(
      { id: "built", layer: "landuse", filter: kind("residential", "industrial", "commercial", "aerodrome") },
      built,
      0.5,
    ),
    area({ id: "water", layer: "water", filter: polygon }, water),
    line({ id: "rivers", layer: "water", filter: kind("river", "stream", "canal"), minzoom: 8 }, water, [
      [8, 0.5],
      [16, 4],
    ]),
    area({ id: "buildings", layer: "buildings", minzoom: 13 }, built),
    line(
      { id: "paths", layer: "roads", filter: kind("path"), minzoom: 14 },
      road,
      [
        [14, 0.5],
        [19, 3],
      ],
      [2, 2],
    ),
    line({ id: "streets", layer: "roads", filter: kind("minor_road", "other"), minzoom: 11 }, road, [
      [11, 0.4],
      [19, 12],
    ]),
    line({ id: "roads", layer: "roads", filter: kind("major_road", "medium_road"), minzoom: 6 }, road, [
      [6, 0.4],
      [19, 16],
    ]),
    line({ id: "highways", layer: "roads", filter: kind("highway"), minzoom: 4 }, road, [
      [4, 0.6],
      [19, 20],
    ]),
    line(
      { id: "rails", layer: "roads", filter: kind("rail"), minzoom: 10 },
      rail,
      [
        [10, 0.5],
        [19, 2],
      ],
      [4, 2],
    ),
    line(
      { id: "regions", layer: "boundaries", filter: ["!", isCountry] as unknown as FilterSpecification, minzoom: 4 },
      border,
      [
        [4, 0.4],
        [12, 1],
      ],
      [3, 3],
    ),
    line({ id: "borders", layer: "boundaries", filter: isCountry }, border, [
      [0, 0.6],
      [12, 2],
    ]),
    names(
      {
        id: "street-names",
        layer: "roads",
        along: true,
        minzoom: 14,
        sizes: [
          [14, 10],
          [19, 13],
        ],
      },
      terms,
    ),
    names(
      {
        id: "villages",
        layer: "places",
        filter: kind("neighbourhood", "macrohood", "village"),
        minzoom: 12,
        sizes: [
          [12, 11],
          [18, 14],
        ],
      },
      terms,
    ),
    names(
      {
        id: "places",
        layer: "places",
        filter: kind("locality", "city", "town"),
        minzoom: 4,
        sizes: [
          [4, 11],
          [12, 16],
        ],
      },
      terms,
    ),
    names(
      {
        id: "countries",
        layer: "places",
        filter: kind("country"),
        sizes: [
          [0, 9],
          [6, 15],
        ],
      },
      terms,
    ),
  ];
}
