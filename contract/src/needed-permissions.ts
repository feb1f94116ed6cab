import type { Permission } from "./permissions.ts";
import type { RuleAction } from "./rules/actions/index.ts";
import type { RuleInput } from "./rules/inputs/index.ts";

/**
 * What it takes to have something calculated [RUL7]: its results replace and remove points under their key, so whoever may not do
 * that by themselves may not have it done.
 */
export const neededToCalculate = ["EDIT_RULES", "VIEW_TELEMETRY", "EDIT_TELEMETRY"] as const satisfies Permission[];

/** What each action of a rule needs of who has it done. A kind without a line does not compile [RUL4]. */
export const neededByAction = {
  PUBLISH_TELEMETRY: "EDIT_TELEMETRY",
  PUBLISH_ATTRIBUTE: "EDIT_ATTRIBUTES",
  COMMAND: "SEND_COMMANDS",
  NOTIFY: "EDIT_NOTIFICATIONS",
  WEBHOOK: "EDIT_NOTIFICATIONS",
  REPORT: "EDIT_SCHEDULES",
} as const satisfies Record<RuleAction["kind"], Permission>;

/** What each input of a rule needs of who has it looked at [RUL1]. */
export const neededByInput = {
  TELEMETRY: "VIEW_TELEMETRY",
  ATTRIBUTE: "VIEW_TELEMETRY",
  ACTIVITY: "VIEW_DEVICES",
  ALARM: "VIEW_ALARMS",
  FILE: "VIEW_FILES",
  COMMAND: "VIEW_COMMANDS",
} as const satisfies Record<RuleInput["kind"], Permission>;
