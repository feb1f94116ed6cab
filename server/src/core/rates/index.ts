export { type Excess, RateLimits, type RateMeter, type RateSettings } from "./rate-limits.ts";
