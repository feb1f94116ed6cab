import type { TenantSettingsRecord } from "@heliograph/contract";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { FormEvent } from "react";
import { saveTenantSettings, tenantSettings } from "../../api/administration.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { useTenantId } from "../../shell/current-user.ts";
import { TextField, textOf } from "../../ui/field.tsx";
import { ErrorNote, ErrorState, Skeleton } from "../../ui/states.tsx";
import { toast } from "../../ui/toast.tsx";

const dayMs = 86_400_000;

export function SettingsPage() {
  const m = useMessages();
  const { data, error, refetch } = useQuery(tenantSettings(useTenantId()));
  return (
    <div className="page">
      <div className="page-head">
        <h1>{m.settings.title}</h1>
      </div>
      {data ? (
        <RetentionForm settings={data} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton />
      )}
    </div>
  );
}

function RetentionForm({ settings }: { readonly settings: TenantSettingsRecord }) {
  const m = useMessages();
  const tenantId = useTenantId();
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: (next: TenantSettingsRecord) => saveTenantSettings(tenantId, next),
    onSuccess: (saved) => {
      client.setQueryData(["settings", tenantId], saved);
      toast(m.common.saved);
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const days = textOf(new FormData(event.currentTarget), "days").trim();
    save.mutate({ ...settings, telemetryRetention: days === "" ? null : Math.round(Number(days) * dayMs) });
  };
  const { telemetryRetention } = settings;
  return (
    <section className="card">
      <div className="card-head">
        <div>
          <h2>{m.settings.retention}</h2>
          <p>{m.settings.retentionText}</p>
        </div>
      </div>
      <form className="form card-body" onSubmit={submit}>
        <TextField
          label={m.settings.days}
          name="days"
          type="number"
          value={telemetryRetention == null ? "" : String(telemetryRetention / dayMs)}
        />
        <ErrorNote error={save.error} />
        <div className="dialog-actions">
          <button type="submit" className="button primary" disabled={save.isPending}>
            {m.common.save}
          </button>
        </div>
      </form>
    </section>
  );
}
