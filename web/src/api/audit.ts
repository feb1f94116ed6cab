import type { AuditAction, AuditedEntity } from "@heliograph/contract";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "../app.ts";

export interface AuditFilter {
  /** How far back from now; undefined is everything, or what is between the two times. */
  readonly rangeMs: number | undefined;
  readonly startTime: number | undefined;
  readonly endTime: number | undefined;
  readonly action: AuditAction | undefined;
  readonly entity: AuditedEntity | undefined;
  readonly textSearch: string;
}

export interface AuditSubject {
  readonly type: AuditedEntity;
  readonly id: string;
}

/** Newest first [AUD1]; of one entity where it is named. */
export const auditLog = (filter: AuditFilter, limit: number, subject?: AuditSubject) =>
  queryOptions({
    queryKey: ["audit", subject?.id, filter, limit],
    queryFn: ({ signal }) => {
      const query = { ...queryOf(filter), page: 0, limit };
      if (!subject) return api.audit.list(query, { signal });
      return api.audit.byEntity({ ...query, entityType: subject.type, entityId: subject.id }, { signal });
    },
    placeholderData: keepPreviousData,
  });

export async function exportAudit(filter: AuditFilter): Promise<Blob> {
  return (await api.audit.export(queryOf(filter))).blob();
}

const queryOf = ({ rangeMs, startTime, endTime, action, entity, textSearch }: AuditFilter) => ({
  ...(startTime !== undefined && { startTime }),
  ...(endTime !== undefined && { endTime }),
  ...(rangeMs !== undefined && { startTime: Math.max(0, Date.now() - rangeMs) }),
  ...(action && { actionTypes: action }),
  ...(entity && { entityTypes: entity }),
  ...(textSearch && { textSearch }),
});
