import type { AuditEntry, AuditQuery } from "../../server/src/core/audit/index.ts";
import { type AuditId, newId, type TenantId, type UserId } from "../../server/src/kernel/ids.ts";
import { epochMs } from "../../server/src/kernel/time.ts";

export const lab = newId<TenantId>();
export const anna = newId<UserId>();
export const logger = newId();

/** An entry of the lab's, by Änna, on a logger. */
export const auditEntry = (time: number, some: Partial<AuditEntry> = {}): AuditEntry => ({
  id: newId<AuditId>(),
  tenantId: lab,
  createdTime: epochMs(time),
  userId: anna,
  userName: "Änna",
  address: "192.0.2.7",
  via: "session",
  action: "UPDATED",
  entity: { type: "DEVICE", id: logger, name: "logger" },
  data: { before: { label: "a" }, after: { label: "b" } },
  failure: null,
  count: 1,
  ...some,
});

/** All of the lab's, newest first. */
export const everyEntry: AuditQuery = {
  tenantId: lab,
  startTime: undefined,
  endTime: undefined,
  userId: undefined,
  entity: undefined,
  actions: undefined,
  entityTypes: undefined,
  textSearch: undefined,
  descending: true,
};
