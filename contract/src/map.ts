import { type Static, Type } from "typebox";
import { nullable } from "./nullable.ts";

/** What the tiles of a map are: lines and names to be drawn, or pictures. */
export const mapTileForms = ["mvt", "png", "jpeg", "webp", "avif"] as const;

const degrees = (most: number, example: number) => Type.Number({ minimum: -most, maximum: most, examples: [example] });

/** A PMTiles file of the operator, of which pages read ranges of bytes [DSH3]. */
export const MapFile = Type.Object({
  name: Type.String({ description: "Of the file", examples: ["europe.pmtiles"] }),
  version: Type.String({ description: "Another one when the file is another", examples: ["q1Xo0Wb3uV8s2Rg7"] }),
  size: Type.Integer({ minimum: 0, description: "Bytes", examples: [48_120_339] }),
  tiles: Type.Enum([...mapTileForms], { description: "`mvt` are vector tiles, the others pictures" }),
  minZoom: Type.Integer({ minimum: 0, maximum: 30, examples: [0] }),
  maxZoom: Type.Integer({ minimum: 0, maximum: 30, examples: [14] }),
  bounds: Type.Object({
    west: degrees(180, -10.5),
    south: degrees(90, 35),
    east: degrees(180, 30.2),
    north: degrees(90, 71),
  }),
  attribution: Type.String({
    description: "Whom to name beside the map, as plain text",
    examples: ["© OpenStreetMap"],
  }),
  layers: Type.Array(Type.String(), {
    description: "Of vector tiles: what their layers are called",
    examples: [["earth", "water", "roads", "places"]],
  }),
});
export type MapFile = Static<typeof MapFile>;

/** Null is no map: pages draw coasts. */
export const MapInfo = Type.Object({ file: nullable(MapFile) });
export type MapInfo = Static<typeof MapInfo>;

export const MapParams = Type.Object({
  version: Type.String({ description: "Of the file", maxLength: 64, examples: ["q1Xo0Wb3uV8s2Rg7"] }),
});
