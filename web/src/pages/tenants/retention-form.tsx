import type { TenantSettingsRecord } from "@heliograph/contract";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { FormEvent } from "react";
import { saveTenantSettings, tenantSettings } from "../../api/administration.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { TextField, textOf } from "../../ui/field.tsx";
import { ErrorNote, ErrorState, Skeleton } from "../../ui/states.tsx";
import { toast } from "../../ui/toast.tsx";

const dayMs = 86_400_000;

export function RetentionCard({ tenantId }: { readonly tenantId: string }) {
  const m = useMessages();
  const { data, error, refetch } = useQuery(tenantSettings(tenantId));
  return (
    <section className="card">
      <div className="card-head">
        <div>
          <h2>{m.settings.retention}</h2>
          <p>{m.settings.retentionText}</p>
        </div>
      </div>
      {data ? (
        <RetentionForm tenantId={tenantId} settings={data} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <div className="card-body">
          <Skeleton lines={3} />
        </div>
      )}
    </section>
  );
}

interface RetentionFormProps {
  readonly tenantId: string;
  readonly settings: TenantSettingsRecord;
}

function RetentionForm({ tenantId, settings }: RetentionFormProps) {
  const m = useMessages();
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
  );
}
