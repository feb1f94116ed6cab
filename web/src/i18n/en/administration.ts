export const users = {
  title: "Users",
  add: "Add user",
  addTitle: "Add a user",
  username: "User name",
  firstName: "First name",
  lastName: "Last name",
  password: "Password",
  passwordHint: "Needed for a new user name. An existing user keeps the password it has.",
  role: "Role",
  end: "End assignment",
  endTitle: "End this assignment?",
  endText: (name: string) => `“${name}” loses access to this tenant at once. The account itself stays.`,
  added: (name: string) => `${name} was added`,
  changed: "The role was changed",
  ended: "The assignment was ended",
  you: "you",
  since: "Since",
  person: "Name",
};

export const roles = {
  title: "Roles",
  text: "Roles are held per tenant. These are built in.",
  permission: "Permission",
  names: {
    TENANT_ADMIN: "Tenant administrator",
    OPERATOR: "Operator",
    VIEWER: "Viewer",
    SYS_ADMIN: "System administrator",
  },
  has: "yes",
  hasNot: "no",
};

export const tenants = {
  title: "Tenants",
  create: "New tenant",
  name: "Name",
  users: "Users",
  deleteTitle: "Delete this tenant?",
  deleteText: (name: string) => `“${name}” goes with all of its devices, data and assignments. This cannot be undone.`,
  created: (name: string) => `${name} was created`,
  deleted: (name: string) => `${name} was deleted`,
  empty: "No tenants yet",
  emptyText: "A tenant holds devices, their data and the people who may see them.",
};

export const settings = {
  title: "Settings",
  limits: "Limits",
  limitsText: "The node may have limits of its own; the stricter one counts. Empty: only the node's.",
  deviceMessages: "Messages per second of one device",
  devicePoints: "Points per second of one device",
  tenantMessages: "Messages per second of all devices",
  tenantPoints: "Points per second of all devices",
  series: "Telemetry keys of all devices",
  fileQuota: "Space for files (GiB)",
  ratesHint: "Who sends more is read more slowly; nothing is lost.",
  badLimit: "A limit is a number above zero, or empty.",
  retention: "Keeping telemetry",
  retentionText: "Points older than this are removed soon after. Empty: they are kept for ever.",
  days: "Days",
};
