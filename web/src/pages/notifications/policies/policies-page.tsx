import type { NotificationPolicyRecord } from "@heliograph/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { deletePolicy, policiesShown, policyList } from "../../../api/notifications.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { Confirm } from "../../../ui/confirm.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { ShowMore } from "../../../ui/show-more.tsx";
import { EmptyState, ErrorState, Skeleton } from "../../../ui/states.tsx";
import { NotificationTabs } from "../notification-tabs.tsx";
import { TestButton } from "../test-dialog.tsx";
import { PolicyCard } from "./policy-card.tsx";

/** Who is told of what, a sentence each [NTF1]. */
export function PoliciesPage() {
  const m = useMessages();
  const client = useQueryClient();
  const [limit, setLimit] = useState(policiesShown);
  const [removed, setRemoved] = useState<NotificationPolicyRecord>();
  const { data, error, refetch } = useQuery(policyList("", limit));
  const remove = async ({ id }: NotificationPolicyRecord) => {
    await deletePolicy(id.id);
    await client.invalidateQueries({ queryKey: ["notification-policies"] });
  };
  return (
    <div className="page">
      <div className="page-head">
        <div>
          <h1>{m.notifications.title}</h1>
          <p className="soft">{m.policies.text}</p>
        </div>
        <div className="row">
          <TestButton />
          {data && data.data.length > 0 && (
            <Link to="/notifications/policies/new" className="button primary">
              <Icon name="plus" /> {m.policies.add}
            </Link>
          )}
        </div>
      </div>
      <NotificationTabs />
      {data && data.data.length > 0 ? (
        <ul className="policy-list">
          {data.data.map((policy) => (
            <li key={policy.id.id}>
              <PolicyCard policy={policy} onRemove={() => setRemoved(policy)} />
            </li>
          ))}
        </ul>
      ) : (
        <section className="card">
          {data ? (
            <EmptyState icon="bell" title={m.policies.emptyTitle} text={m.policies.emptyText}>
              <Link to="/notifications/policies/new" className="button primary">
                {m.policies.begin}
              </Link>
            </EmptyState>
          ) : error ? (
            <ErrorState error={error} onRetry={() => void refetch()} />
          ) : (
            <div className="card-body">
              <Skeleton />
            </div>
          )}
        </section>
      )}
      {data && (
        <ShowMore shown={data.data.length} total={data.totalElements} onMore={() => setLimit(limit + policiesShown)} />
      )}
      {removed && (
        <Confirm
          title={m.policies.deleteTitle}
          text={m.policies.deleteText(removed.name)}
          action={m.common.delete}
          onConfirm={() => remove(removed)}
          onClose={() => setRemoved(undefined)}
        />
      )}
    </div>
  );
}
