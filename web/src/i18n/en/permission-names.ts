import type { Permission } from "@heliograph/contract";
import type { PermissionGroup } from "../../permissions/permission-groups.ts";

/** What each permission is called. */
export const permissionNames: Readonly<Record<Permission, string>> = {
  VIEW_DEVICES: "See devices",
  EDIT_DEVICES: "Manage devices",
  VIEW_DEVICE_CREDENTIALS: "See device tokens",
  EDIT_DEVICE_CREDENTIALS: "Set device tokens",
  EDIT_DEVICE_TYPES: "Manage device types",
  SHARE_VIEWS: "Share views",
  MANAGE_DEVICE_GROUPS: "Manage device groups",
  VIEW_TELEMETRY: "Read data",
  EDIT_TELEMETRY: "Write data",
  EDIT_ATTRIBUTES: "Set attributes",
  VIEW_FILES: "See files",
  DOWNLOAD_FILES: "Download files",
  EDIT_FILES: "Manage files",
  VIEW_COMMANDS: "See commands",
  SEND_COMMANDS: "Send commands",
  VIEW_COMMUNICATION: "See communication",
  VIEW_DASHBOARDS: "See dashboards",
  EDIT_DASHBOARDS: "Edit dashboards",
  SHARE_DASHBOARDS: "Share dashboards",
  VIEW_ALARMS: "See alarms",
  HANDLE_ALARMS: "Handle alarms",
  VIEW_RULES: "See rules",
  EDIT_RULES: "Edit rules",
  VIEW_SCHEDULES: "See schedules and reports",
  EDIT_SCHEDULES: "Edit schedules and reports",
  EDIT_NOTIFICATIONS: "Edit notifications",
  MANAGE_PROJECTS: "Manage projects",
  VIEW_USERS: "See users",
  MANAGE_USERS: "Manage users",
  MANAGE_ROLES: "Manage roles",
  VIEW_AUDIT_LOG: "Read the audit log",
  MANAGE_SETTINGS: "Change settings",
  MANAGE_TENANTS: "Manage tenants",
  USE_API_DESCRIPTION: "Use the API description",
};

export const permissionGroups: Readonly<Record<PermissionGroup, string>> = {
  devices: "Devices and projects",
  data: "Data and files",
  control: "Commands and alarms",
  people: "People and record",
  tenant: "Tenant and interfaces",
};
