import type { Permission } from "@heliograph/contract";

/** What one has to hold to see a page; menus offer it by this, and the page asks for nothing without it [AUTH5]. */
export const pageNeeds = {
  devices: "VIEW_DEVICES",
  map: "VIEW_TELEMETRY",
  files: "VIEW_FILES",
  newDevice: "EDIT_DEVICES",
  dashboards: "VIEW_DASHBOARDS",
  dashboardEditor: "EDIT_DASHBOARDS",
  alarms: "VIEW_ALARMS",
  rules: "VIEW_RULES",
  calculated: "VIEW_RULES",
  schedules: "VIEW_SCHEDULES",
  reports: "VIEW_SCHEDULES",
  maintenance: "VIEW_ALARMS",
  notifications: "EDIT_NOTIFICATIONS",
  types: "VIEW_DEVICES",
  projects: "VIEW_DEVICES",
  tenants: "MANAGE_TENANTS",
  users: "VIEW_USERS",
  roles: "VIEW_USERS",
  settings: "MANAGE_SETTINGS",
  audit: "VIEW_AUDIT_LOG",
  jobs: "VIEW_DEVICES",
  apiDescription: "USE_API_DESCRIPTION",
} as const satisfies Record<string, Permission>;

export const tabNeeds = {
  overview: "VIEW_DEVICES",
  telemetry: "VIEW_TELEMETRY",
  alarms: "VIEW_ALARMS",
  attributes: "VIEW_TELEMETRY",
  files: "VIEW_FILES",
  communication: "VIEW_COMMUNICATION",
  commands: "VIEW_COMMANDS",
  credentials: "VIEW_DEVICE_CREDENTIALS",
  history: "VIEW_AUDIT_LOG",
} as const satisfies Record<string, Permission>;
