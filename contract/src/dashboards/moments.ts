/** For pages that are there before everything else: no schemas come with it. */
export { type Moment, type MomentUnit, momentUnits, parseMoment } from "./moment.ts";
export { resolveMoment } from "./resolve-moment.ts";
export { isKnownZone } from "./time-zone.ts";
