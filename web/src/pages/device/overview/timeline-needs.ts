import type { Permission, TimelineKind } from "@heliograph/contract";

/** Which kinds are offered; the server decides what is there. */
export const timelineNeeds = {
  ALARM: "VIEW_ALARMS",
  FILE: "VIEW_FILES",
  COMMAND: "VIEW_COMMANDS",
  CONTACT: "VIEW_COMMUNICATION",
  CHANGE: "VIEW_AUDIT_LOG",
} as const satisfies Record<TimelineKind, Permission>;
