/** What a user may do, one name each [AUTH5]. Routes name what they need; roles name what they hold. */
export const permissions = {
  VIEW_DEVICES: "See devices, their type, state and activity",
  EDIT_DEVICES: "Create, change, import and delete devices",
  VIEW_DEVICE_CREDENTIALS: "Read the access token of a device (together with VIEW_DEVICES)",
  EDIT_DEVICE_CREDENTIALS: "Set or rotate the access token of a device",
  EDIT_DEVICE_TYPES: "Create, change, import and delete device types",
  MANAGE_DEVICE_GROUPS: "Create, change and delete device groups",
  SHARE_VIEWS: "Share views of the device list with others, change and delete shared ones",
  VIEW_TELEMETRY: "Read telemetry and attributes",
  EDIT_TELEMETRY: "Write and delete telemetry",
  EDIT_ATTRIBUTES: "Write and delete shared and server attributes",
  VIEW_FILES: "List the files of a device",
  DOWNLOAD_FILES: "Download files and export their content",
  EDIT_FILES: "Upload and delete files",
  VIEW_COMMANDS: "See the command queue of a device",
  SEND_COMMANDS: "Queue and cancel commands, call RPCs",
  VIEW_COMMUNICATION: "Read the communication log of a device",
  VIEW_ALARMS: "See alarms, their comments and what silences them",
  HANDLE_ALARMS: "Raise, acknowledge, clear, assign, comment on, shelve and delete alarms; plan maintenance",
  VIEW_RULES: "See rules, their versions and what they decided",
  EDIT_RULES: "Create, change, switch, import and delete rules",
  VIEW_DASHBOARDS: "See dashboards and what they were before",
  EDIT_DASHBOARDS: "Create, change, import and delete dashboards",
  SHARE_DASHBOARDS: "Make and revoke links that show a dashboard to people without an account",
  VIEW_SCHEDULES: "See schedules and what they did, and reports (their files together with VIEW_TELEMETRY)",
  EDIT_SCHEDULES: "Create, change, switch, run and delete schedules and reports; they do what their maker may do",
  EDIT_NOTIFICATIONS: "Say who is told of alarms and how, see what was told, send tests",
  MANAGE_PROJECTS: "Create, rename, move and delete projects",
  VIEW_USERS: "See the users of the tenant",
  MANAGE_USERS: "Add users, change their role, end their assignment",
  MANAGE_ROLES: "Create, change and delete the tenant's own roles",
  VIEW_AUDIT_LOG: "Read who did what, and the history of each entity",
  MANAGE_SETTINGS: "Change the settings of the tenant, such as how long telemetry is kept",
  MANAGE_TENANTS: "Create, see and delete tenants, set their limits",
  USE_API_DESCRIPTION: "Open the interactive description of the API",
} as const;

export type Permission = keyof typeof permissions;

/** What concerns the tenant as a whole: held by a grant over all of it, or not at all [ROL1]. */
export const tenantWidePermissions: ReadonlySet<Permission> = new Set<Permission>([
  "VIEW_USERS",
  "MANAGE_USERS",
  "MANAGE_ROLES",
  "EDIT_DEVICE_TYPES",
  "MANAGE_DEVICE_GROUPS",
  "VIEW_AUDIT_LOG",
  "MANAGE_SETTINGS",
  "MANAGE_TENANTS",
]);

/** What a tenant's own role may hold: not what concerns other tenants. */
export const grantablePermissions = (Object.keys(permissions) as Permission[]).filter(
  (permission) => permission !== "MANAGE_TENANTS",
);

const everything = Object.keys(permissions) as Permission[];
const reading: Permission[] = [
  "VIEW_DEVICES",
  "VIEW_TELEMETRY",
  "VIEW_FILES",
  "DOWNLOAD_FILES",
  "VIEW_COMMANDS",
  "VIEW_COMMUNICATION",
  "VIEW_ALARMS",
  "VIEW_RULES",
  "VIEW_SCHEDULES",
  "VIEW_DASHBOARDS",
  "USE_API_DESCRIPTION",
];

/** The built-in roles [AUTH5]. A role is held per assignment, that is per tenant. */
export const roles = {
  TENANT_ADMIN: everything.filter((permission) => permission !== "MANAGE_TENANTS"),
  OPERATOR: [
    ...reading,
    "EDIT_DEVICES",
    "MANAGE_DEVICE_GROUPS",
    "SHARE_VIEWS",
    "VIEW_DEVICE_CREDENTIALS",
    "EDIT_TELEMETRY",
    "EDIT_ATTRIBUTES",
    "EDIT_FILES",
    "SEND_COMMANDS",
    "HANDLE_ALARMS",
    "EDIT_RULES",
    "EDIT_SCHEDULES",
    "EDIT_DASHBOARDS",
    "EDIT_NOTIFICATIONS",
  ],
  VIEWER: reading,
  SYS_ADMIN: [
    "MANAGE_TENANTS",
    "MANAGE_SETTINGS",
    "VIEW_USERS",
    "MANAGE_USERS",
    "VIEW_AUDIT_LOG",
    "USE_API_DESCRIPTION",
  ],
} as const satisfies Record<string, readonly Permission[]>;

export type Role = keyof typeof roles;
/** The roles that are held within a tenant; SYS_ADMIN stands outside of all of them. */
export type TenantRole = Exclude<Role, "SYS_ADMIN">;

export const tenantRoles: readonly TenantRole[] = ["TENANT_ADMIN", "OPERATOR", "VIEWER"];
