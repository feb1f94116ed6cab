import { Type } from "typebox";
import { MapInfo, MapParams } from "../map.ts";
import { anyUser, withShare } from "./access.ts";
import { routesOf } from "./route.ts";

const tag = "Maps";
const inParts =
  "Needs `Range`, of at most `HELIO_MAP_RANGE` bytes: a map is read in parts. An older version is 404: read which one there is.";
const ofLink = "With `X-Authorization: Share …`, for a dashboard that shows a map; for every other one there is none.";

const bytes = {
  method: "GET",
  tag,
  params: MapParams,
  answerForm: "stream",
  produces: ["application/octet-stream"],
  answers: { 206: Type.String({ format: "binary", description: "The bytes" }) },
} as const;

/** What lies beneath maps [DSH3]. */
export const mapRoutes = routesOf({
  read: {
    method: "GET",
    path: "/api/map",
    access: anyUser,
    tag,
    summary: "The map file of this node",
    answers: { 200: MapInfo },
  },
  bytes: { ...bytes, path: "/api/map/:version", access: anyUser, summary: "Bytes of it", description: inParts },
});

/** The same for whoever has a link to a dashboard with a map [DSH6]. */
export const sharedMapRoutes = routesOf({
  map: {
    method: "GET",
    path: "/api/shared/map",
    access: withShare,
    tag,
    summary: "The map file of this node, with a link",
    description: ofLink,
    answers: { 200: MapInfo },
  },
  mapBytes: {
    ...bytes,
    path: "/api/shared/map/:version",
    access: withShare,
    summary: "Bytes of it, with a link",
    description: `${ofLink} ${inParts}`,
  },
});
