import type { FilterSpecification, LayerSpecification } from "maplibre-gl";
import { area, isOne, line, names } from "./layer-kinds.ts";
import type { LayerTerms } from "./map-colours.ts";

const ofClass = (...values: readonly string[]): FilterSpecification => isOne("class", ...values);
const isCountry: FilterSpecification = ["==", ["get", "admin_level"], 2];

/** Layers of the OpenMapTiles schema. */
export function openMapTilesLayers(terms: LayerTerms): LayerSpecification[] {
  const { water, green, built, road, rail, border } = terms.colours;
  return [
    area({ id: "landcover", layer: "landcover", filter: ofClass("wood", "grass", "farmland") }, green, 0.5),
    area({ id: "parks", layer: "park" }, green, 0.5),
    area({ id: "built", layer: "landuse", filter: ofClass("residential", "industrial", "commercial") }, built, 0.5),
    area({ id: "water", layer: "water" }, water),
    line({ id: "rivers", layer: "waterway", minzoom: 8 }, water, [
      [8, 0.5],
      [16, 4],
    ]),
    area({ id: "buildings", layer: "building", minzoom: 13 }, built),
    line(
      { id: "paths", layer: "transportation", filter: ofClass("path", "track"), minzoom: 14 },
      road,
      [
        [14, 0.5],
        [19, 3],
      ],
      [2, 2],
    ),
    line(
      { id: "streets", layer: "transportation", filter: ofClass("minor", "service", "tertiary"), minzoom: 11 },
      road,
      [
        [11, 0.4],
        [19, 12],
      ],
    ),
    line({ id: "roads", layer: "transportation", filter: ofClass("primary", "secondary", "trunk"), minzoom: 6 }, road, [
      [6, 0.4],
      [19, 16],
    ]),
    line({ id: "highways", layer: "transportation", filter: ofClass("motorway"), minzoom: 4 }, road, [
      [4, 0.6],
      [19, 20],
    ]),
    line(
      { id: "rails", layer: "transportation", filter: ofClass("rail", "transit"), minzoom: 10 },
      rail,
      [
        [10, 0.5],
        [19, 2],
      ],
      [4, 2],
    ),
    line(
      { id: "regions", layer: "boundary", filter: ["!", isCountry] as unknown as FilterSpecification, minzoom: 4 },
      border,
      [
        [4, 0.4],
        [12, 1],
      ],
      [3, 3],
    ),
    line({ id: "borders", layer: "boundary", filter: isCountry }, border, [
      [0, 0.6],
      [12, 2],
    ]),
    names(
      {
        id: "street-names",
        layer: "transportation_name",
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
        layer: "place",
        filter: ofClass("village", "hamlet", "suburb"),
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
        layer: "place",
        filter: ofClass("city", "town"),
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
        layer: "place",
        filter: ofClass("country"),
        sizes: [
          [0, 9],
          [6, 15],
        ],
      },
      terms,
    ),
  ];
}
