export type AlarmState = "open" | "active" | "cleared" | "all";
/** Whose alarms: of anybody, one's own, or nobody's. */
export type AlarmOwner = "any" | "mine" | "nobody";
