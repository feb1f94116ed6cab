import type { AuditRecord } from "@heliograph/contract";
import type { AuditEntry } from "../../../core/audit/index.ts";

export const auditRecordOf = (entry: AuditEntry): AuditRecord => ({
  id: { entityType: "AUDIT_LOG", id: entry.id },
  createdTime: entry.createdTime,
  ...(entry.tenantId !== null && { tenantId: { entityType: "TENANT" as const, id: entry.tenantId } }),
  entityId: { entityType: entry.entity.type, id: entry.entity.id },
  entityName: entry.entity.name,
  userId: entry.userId === null ? null : { entityType: "USER", id: entry.userId },
  userName: entry.userName,
  address: entry.address,
  via: entry.via,
  actionType: entry.action,
  actionData: entry.data,
  actionStatus: entry.failure === null ? "SUCCESS" : "FAILURE",
  actionFailureDetails: entry.failure,
  count: entry.count,
});
