export type { Excess, RateSettings } from "./excess.ts";
export { RateLimits, type RateMeter } from "./rate-limits.ts";
