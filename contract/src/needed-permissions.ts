import type { Permission } from "./permissions.ts";

/**
 * What it takes to have something calculated [RUL7]: its results replace and remove points under their key, so whoever may not do
 * that by themselves may not have it done.
 */
export const neededToCalculate = ["EDIT_RULES", "VIEW_TELEMETRY", "EDIT_TELEMETRY"] as const satisfies Permission[];
