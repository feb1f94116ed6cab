import type { ApiKeyRecord } from "@heliograph/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { deleteApiKey, ownApiKeys } from "../../api/api-keys.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { useCurrentUser } from "../../shell/current-user.ts";
import { Confirm } from "../../ui/confirm.tsx";
import { LoadedCard } from "../../ui/loaded-card.tsx";
import { Ago, Time } from "../../ui/time.tsx";
import { toast } from "../../ui/toast.tsx";
import { ApiKeyDialog } from "./api-key-dialog.tsx";
import { ApiKeyUse } from "./api-key-use.tsx";

/** Keys for scripts and dashboards; one that is not needed any more is deleted here [AUTH10]. */
export function ApiKeysCard() {
  const m = useMessages();
  return (
    <LoadedCard title={m.apiKeys.title} text={m.apiKeys.text} query={useQuery(ownApiKeys)} lines={2}>
      {(keys) => <ApiKeyList keys={keys} />}
    </LoadedCard>
  );
}

function ApiKeyList({ keys }: { readonly keys: readonly ApiKeyRecord[] }) {
  const m = useMessages();
  const { tenantId } = useCurrentUser();
  const [isShowing, setShowing] = useState(false);
  const [isMaking, setMaking] = useState(false);
  const [doomed, setDoomed] = useState<ApiKeyRecord>();
  return (
    <div className="card-body stack">
      {keys.length === 0 ? (
        <p className="soft">{m.apiKeys.empty}</p>
      ) : (
        <ul className="stack plain-list">
          {keys.map((one) => (
            <ApiKeyRow key={one.id.id} one={one} onDelete={() => setDoomed(one)} />
          ))}
        </ul>
      )}
      <div className="dialog-actions">
        <button type="button" className="button" onClick={() => setMaking(true)}>
          {m.apiKeys.create}
        </button>
      </div>
      {tenantId && (
        <details className="api-key-use" onToggle={({ currentTarget }) => setShowing(currentTarget.open)}>
          <summary>{m.apiKeys.howToUse}</summary>
          {isShowing && <ApiKeyUse tenantId={tenantId.id} apiKey={m.apiKeys.placeholder} />}
        </details>
      )}
      {isMaking && <ApiKeyDialog onClose={() => setMaking(false)} />}
      {doomed && <DeleteKey one={doomed} onClose={() => setDoomed(undefined)} />}
    </div>
  );
}

interface ApiKeyRowProps {
  readonly one: ApiKeyRecord;
  readonly onDelete: () => void;
}

function ApiKeyRow({ one, onDelete }: ApiKeyRowProps) {
  const m = useMessages();
  const isOver = one.expiresTime !== null && one.expiresTime <= Date.now();
  return (
    <li className="session-row">
      <div className="break">
        <strong>{one.name}</strong> {isOver && <span className="badge">{m.apiKeys.over}</span>}
        <br />
        <small>
          {m.apiKeys.permissionCount(one.permissions.length)}
          {one.projectIds && <> · {m.apiKeys.projectCount(one.projectIds.length)}</>}
          {one.expiresTime !== null && (
            <>
              {" · "}
              {m.apiKeys.until} <Time ms={one.expiresTime} />
            </>
          )}
          {" · "}
          {one.lastUsedTime === null ? (
            m.apiKeys.neverUsed
          ) : (
            <>
              {m.profile.lastUsed} <Ago ms={one.lastUsedTime} />
            </>
          )}
        </small>
      </div>
      <button
        type="button"
        className="button small"
        aria-label={`${m.common.delete}: ${one.name}`}
        title={one.permissions.map((permission) => m.permissionNames[permission]).join(", ")}
        onClick={onDelete}
      >
        {m.common.delete}
      </button>
    </li>
  );
}

interface DeleteKeyProps {
  readonly one: ApiKeyRecord;
  readonly onClose: () => void;
}

function DeleteKey({ one, onClose }: DeleteKeyProps) {
  const m = useMessages();
  const client = useQueryClient();
  const remove = async () => {
    await deleteApiKey(one.id.id);
    await client.invalidateQueries({ queryKey: ownApiKeys.queryKey });
    toast(m.apiKeys.deleted);
  };
  return (
    <Confirm
      title={m.apiKeys.deleteTitle}
      text={m.apiKeys.deleteText(one.name)}
      action={m.common.delete}
      onConfirm={remove}
      onClose={onClose}
    />
  );
}
