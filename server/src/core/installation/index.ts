export {
  type FoundEntities,
  type FoundPlace,
  installationOf,
  lossFact,
  type PlaceKind,
  placeKinds,
} from "./belonging.ts";
export { type FirstAdministrator, firstStart, firstStartFact } from "./first-start.ts";
export type { InstallationStore } from "./installation-store.ts";
export { type PointsHome, pointsHomeFact, pointsHomeOf } from "./points-home.ts";
export { StartRefusedError } from "./start-refused.ts";
