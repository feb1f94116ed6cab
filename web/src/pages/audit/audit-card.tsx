import type { AuditRecord } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type AuditSubject, auditLog } from "../../api/audit.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { ShowMore } from "../../ui/show-more.tsx";
import { EmptyState, ErrorState, Skeleton } from "../../ui/states.tsx";
import { AuditDetail } from "./audit-detail.tsx";
import type { FilterState } from "./audit-filter.tsx";
import { AuditTable } from "./audit-table.tsx";

const pageSize = 100;

interface AuditCardProps {
  readonly filter: FilterState;
  readonly subject?: AuditSubject;
}

/** The log, or the history of one entity, with its filter. */
export function AuditCard({ filter, subject }: AuditCardProps) {
  const m = useMessages();
  const [limit, setLimit] = useState(pageSize);
  const [shown, setShown] = useState<AuditRecord>();
  const { data, error, refetch } = useQuery(auditLog(filter.value, limit, subject));
  return (
    <section className="card">
      <div className="card-head">{filter.controls}</div>
      {!data ? (
        error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <div className="card-body">
            <Skeleton />
          </div>
        )
      ) : data.data.length === 0 ? (
        <EmptyState icon="history" title={m.audit.empty} text={m.audit.emptyText} />
      ) : (
        <AuditTable entries={data.data} isOfOne={subject !== undefined} onShow={setShown} />
      )}
      {data && <ShowMore shown={data.data.length} total={data.totalElements} onMore={() => setLimit(limit * 2)} />}
      {shown && <AuditDetail entry={shown} onClose={() => setShown(undefined)} />}
    </section>
  );
}
