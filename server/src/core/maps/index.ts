export { mapGone, mapRangeNeeded } from "./errors.ts";
export type { MapFiles } from "./map-files.ts";
