import type { Channel } from "@heliograph/contract";

/** Of what stands somewhere: for maps, not for overviews. */
export const fixedPosition: readonly Channel[] = [
  {
    ...{ key: "latitude", name: "Latitude", names: { de: "Breite" }, unit: "deg", decimals: 5 },
    ...{ kind: "position", part: "latitude", hidden: true },
  },
  {
    ...{ key: "longitude", name: "Longitude", names: { de: "Länge" }, unit: "deg", decimals: 5 },
    ...{ kind: "position", part: "longitude", hidden: true },
  },
];
