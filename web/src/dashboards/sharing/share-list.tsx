import type { DashboardRecord, ShareRecord } from "@heliograph/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { dashboardShares, revokeShare, showVersionBehind } from "../../api/dashboards.ts";
import { dateTimeText } from "../../format/time.ts";
import { useLocale, useMessages } from "../../i18n/messages.tsx";
import { useCurrentUser } from "../../shell/current-user.ts";
import { Confirm } from "../../ui/confirm.tsx";
import { ErrorNote, ErrorState } from "../../ui/states.tsx";
import { Ago } from "../../ui/time.tsx";

/** The links of a dashboard: what they are, when they were opened, and their end. */
export function ShareList({ record }: { readonly record: DashboardRecord }) {
  const m = useMessages();
  const { data, error, refetch } = useQuery(dashboardShares(record.id.id));
  return (
    <section className="share-list">
      <h3>{m.sharing.links}</h3>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data?.length === 0 && <p className="soft">{m.sharing.none}</p>}
      <ul>
        {data?.map((share) => (
          <ShareRow key={share.id.id} {...{ record, share }} />
        ))}
      </ul>
    </section>
  );
}

interface ShareRowProps {
  readonly record: DashboardRecord;
  readonly share: ShareRecord;
}

function ShareRow({ record, share }: ShareRowProps) {
  const m = useMessages();
  const client = useQueryClient();
  const { username } = useCurrentUser();
  const [isAsked, setAsked] = useState(false);
  const [error, setError] = useState<unknown>();
  const again = () => client.invalidateQueries({ queryKey: dashboardShares(record.id.id).queryKey });
  const showNewest = () =>
    showVersionBehind(record.id.id, share.id.id, record.version)
      .then(() => setError(undefined), setError)
      .finally(() => void again());
  const isBehind = share.version !== record.version && share.createdBy === username;
  return (
    <li>
      <span className="share-name">
        <strong className="break">{share.name}</strong>
        <Facts share={share} isNewest={share.version === record.version} />
        <ErrorNote error={error} />
      </span>
      <span className="row tight">
        {isBehind && (
          <button type="button" className="button" onClick={() => void showNewest()}>
            {m.sharing.showNewest}
          </button>
        )}
        <button type="button" className="button danger" onClick={() => setAsked(true)}>
          {m.sharing.revoke}
        </button>
      </span>
      {isAsked && (
        <Confirm
          title={m.sharing.revokeTitle}
          text={m.sharing.revokeText(share.name)}
          action={m.sharing.revoke}
          onConfirm={() => revokeShare(record.id.id, share.id.id).then(again)}
          onClose={() => setAsked(false)}
        />
      )}
    </li>
  );
}

function Facts({ share, isNewest }: { readonly share: ShareRecord; readonly isNewest: boolean }) {
  const m = useMessages();
  const locale = useLocale();
  const { works, hasPassword, expiresTime, lastUsedTime, createdBy, version, embedOrigins } = share;
  const facts: readonly ReactNode[] = [
    !works && <strong className="bad-text">{m.sharing.ended}</strong>,
    hasPassword && m.sharing.hasPassword,
    expiresTime === null ? m.sharing.noEnd : m.sharing.until(dateTimeText(expiresTime, locale)),
    lastUsedTime === null ? (
      m.sharing.neverOpened
    ) : (
      <>
        {m.sharing.opened} <Ago ms={lastUsedTime} />
      </>
    ),
    m.sharing.by(createdBy),
    !isNewest && m.sharing.version(version),
    embedOrigins.length > 0 && embedOrigins.join(", "),
  ].filter((fact) => fact !== false);
  return (
    <small className="soft break">
      {facts.map((fact, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list has no other names
        <span key={at}>
          {at > 0 && " · "}
          {fact}
        </span>
      ))}
    </small>
  );
}
