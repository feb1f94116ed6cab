/** What is on record, one name each [AUD1]. */
export const auditActions = {
  ACCESS_DENIED: "Something was tried without the permission for it",
  ADDED: "Something was added",
  UPDATED: "Something was changed",
  DELETED: "Something was deleted",
  LOGIN: "Somebody logged in, or tried to",
  LOGOUT: "Somebody logged out",
  LOCKOUT: "Logins of an account were refused after too many failures",
  TENANT_OPENED: "A system administrator entered the tenant as its administrator",
  TENANT_LEFT: "A system administrator left the tenant again",
  SESSIONS_ENDED: "Sessions of an account were ended",
  PASSWORD_CHANGED: "A password was changed",
  PASSWORD_RESET_OFFERED: "A link to a new password was made",
  TERMS_ACCEPTED: "Terms of use were accepted",
  SECOND_FACTOR_ENABLED: "A second factor was set up",
  SECOND_FACTOR_DISABLED: "A second factor was given up",
  SECOND_FACTOR_RESET: "A second factor was taken away by an administrator",
  RECOVERY_CODES_RENEWED: "New recovery codes were made",
  INVITED: "Somebody was invited into the tenant",
  INVITATION_WITHDRAWN: "An invitation was taken back",
  INVITATION_ACCEPTED: "An invitation was accepted",
  CREDENTIALS_READ: "The access token of a device was shown",
  CREDENTIALS_UPDATED: "The access token of a device was set",
  ATTRIBUTES_UPDATED: "Attributes were written",
  ATTRIBUTES_DELETED: "Attributes were deleted",
  TIMESERIES_UPDATED: "Telemetry was written by hand or by a script",
  TIMESERIES_DELETED: "Telemetry was deleted",
  RPC_CALL: "A device was called",
  COMMAND_QUEUED: "A command was queued for a device",
  COMMAND_CANCELLED: "A command was taken out of the queue",
  FILE_UPLOADED: "A file was uploaded by a person",
  FILE_DOWNLOADED: "Files were downloaded",
  FILE_DELETED: "Files were deleted",
  MAIL_TESTED: "A mail was sent to try the mail settings",
  DELIVERY_RETRIED: "A delivery that waited or was given up is tried again",
} as const;

export type AuditAction = keyof typeof auditActions;

/** Kinds of things an entry can be about. */
export const auditedEntities = [
  "DEVICE",
  "DEVICE_PROFILE",
  "DEVICE_GROUP",
  "PROJECT",
  "USER",
  "ROLE",
  "TENANT",
  "INVITATION",
  "API_KEY",
  "DELIVERY",
] as const;
export type AuditedEntity = (typeof auditedEntities)[number];
