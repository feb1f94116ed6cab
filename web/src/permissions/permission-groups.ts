import type { Permission } from "@heliograph/contract";

/** What belongs together where permissions are chosen. */
const permissionGroups = {
  devices: [
    "VIEW_DEVICES",
    "EDIT_DEVICES",
    "VIEW_DEVICE_CREDENTIALS",
    "EDIT_DEVICE_CREDENTIALS",
    "EDIT_DEVICE_TYPES",
    "MANAGE_DEVICE_GROUPS",
    "SHARE_VIEWS",
    "MANAGE_PROJECTS",
  ],
  control: [
    "VIEW_COMMANDS",
    "SEND_COMMANDS",
    "VIEW_COMMUNICATION",
    "VIEW_ALARMS",
    "HANDLE_ALARMS",
    "VIEW_RULES",
    "EDIT_RULES",
    "VIEW_SCHEDULES",
    "EDIT_SCHEDULES",
    "EDIT_NOTIFICATIONS",
  ],
  data: [
    "VIEW_TELEMETRY",
    "EDIT_TELEMETRY",
    "EDIT_ATTRIBUTES",
    "VIEW_FILES",
    "DOWNLOAD_FILES",
    "EDIT_FILES",
    "VIEW_DASHBOARDS",
    "EDIT_DASHBOARDS",
    "SHARE_DASHBOARDS",
  ],
  people: ["VIEW_USERS", "MANAGE_USERS", "MANAGE_ROLES", "VIEW_AUDIT_LOG"],
  tenant: ["MANAGE_SETTINGS", "MANAGE_TENANTS", "USE_API_DESCRIPTION"],
} as const satisfies Record<string, readonly Permission[]>;

export type PermissionGroup = keyof typeof permissionGroups;

/** Those of a list in their groups; a group without any is left out. */
export function grouped(listed: readonly Permission[]): readonly (readonly [PermissionGroup, readonly Permission[]])[] {
  const names = Object.keys(permissionGroups) as PermissionGroup[];
  return names
    .map((name) => [name, permissionGroups[name].filter((one) => listed.includes(one))] as const)
    .filter(([, those]) => those.length > 0);
}
