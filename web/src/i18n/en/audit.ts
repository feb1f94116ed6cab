import type { AuditAction, AuditedEntity } from "@heliograph/contract";

const actions: Record<AuditAction, string> = {
  ADDED: "Added",
  UPDATED: "Changed",
  DELETED: "Deleted",
  LOGIN: "Login",
  LOGOUT: "Logout",
  LOCKOUT: "Locked out",
  SESSIONS_ENDED: "Sessions ended",
  PASSWORD_CHANGED: "Password changed",
  INVITED: "Invited",
  INVITATION_WITHDRAWN: "Invitation withdrawn",
  INVITATION_ACCEPTED: "Invitation accepted",
  CREDENTIALS_READ: "Token shown",
  CREDENTIALS_UPDATED: "Token changed",
  ATTRIBUTES_UPDATED: "Attributes written",
  ATTRIBUTES_DELETED: "Attributes deleted",
  TIMESERIES_UPDATED: "Telemetry written",
  TIMESERIES_DELETED: "Telemetry deleted",
  RPC_CALL: "RPC",
  COMMAND_QUEUED: "Command queued",
  COMMAND_CANCELLED: "Command cancelled",
  FILE_UPLOADED: "File uploaded",
  FILE_DOWNLOADED: "File downloaded",
  FILE_DELETED: "File deleted",
};

const entities: Record<AuditedEntity, string> = {
  DEVICE: "Device",
  DEVICE_PROFILE: "Device type",
  USER: "User",
  TENANT: "Tenant",
  INVITATION: "Invitation",
};

const vias: Readonly<Record<string, string>> = {
  session: "Session",
  "command line": "Command line",
  nobody: "Not logged in",
};

export const audit = {
  title: "Audit log",
  text: "Who changed, saw or tried what in this tenant. Nobody can change or delete an entry.",
  installationText: "Tenants, system administrators and logins of unknown users. Each tenant has a log of its own.",
  export: "Export CSV",
  search: "User or entity",
  action: "Action",
  allActions: "All actions",
  who: "Who",
  nobody: "unknown",
  entity: "What",
  changed: "Changed",
  via: "By",
  address: "Address",
  count: "Times",
  failed: "failed",
  field: "Field",
  before: "Before",
  after: "After",
  detail: "Entry",
  empty: "Nothing in this range",
  emptyText: "Changes, logins and downloads appear here as they happen.",
  ranges: { "24h": "24 h", "7d": "7 days", "30d": "30 days", all: "All" },
  actions,
  entities,
  vias,
};
