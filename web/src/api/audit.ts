import type { AuditAction, AuditedEntity } from "@heliograph/contract";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "../app.ts";
import { askedTime } from "../time-range/asked-time.ts";
import type { Expression } from "../time-range/time-words.ts";

export interface AuditFilter {
  readonly time: Expression;
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

const queryOf = ({ time, action, entity, textSearch }: AuditFilter) => ({
  ...askedTime(time),
  ...(action && { actionTypes: action }),
  ...(entity && { entityTypes: entity }),
  ...(textSearch && { textSearch }),
});
