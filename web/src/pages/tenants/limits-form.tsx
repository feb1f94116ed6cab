import type { TenantLimitsRecord } from "@heliograph/contract";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { saveTenantLimits, tenantLimits } from "../../api/administration.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { TextField } from "../../ui/field.tsx";
import { ErrorNote, ErrorState, Skeleton } from "../../ui/states.tsx";
import { toast } from "../../ui/toast.tsx";
import { limitsIn, limitTexts } from "./limit-fields.ts";

export function LimitsCard({ tenantId }: { readonly tenantId: string }) {
  const m = useMessages();
  const { data, error, refetch } = useQuery(tenantLimits(tenantId));
  return (
    <section className="card">
      <div className="card-head">
        <div>
          <h2>{m.settings.limits}</h2>
          <p>{m.settings.limitsText}</p>
        </div>
      </div>
      {data ? (
        <LimitsForm tenantId={tenantId} limits={data} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <div className="card-body">
          <Skeleton />
        </div>
      )}
    </section>
  );
}

const rates = ["deviceMessages", "devicePoints", "tenantMessages", "tenantPoints"] as const;

interface LimitsFormProps {
  readonly tenantId: string;
  readonly limits: TenantLimitsRecord;
}

function LimitsForm({ tenantId, limits }: LimitsFormProps) {
  const m = useMessages();
  const client = useQueryClient();
  const [isWrong, setWrong] = useState(false);
  const save = useMutation({
    mutationFn: (next: TenantLimitsRecord) => saveTenantLimits(tenantId, next),
    onSuccess: (saved) => {
      client.setQueryData(["limits", tenantId], saved);
      toast(m.common.saved);
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const next = limitsIn(new FormData(event.currentTarget));
    setWrong(next === undefined);
    if (next) save.mutate(next);
  };
  const texts = limitTexts(limits);
  return (
    <form className="form card-body" onSubmit={submit} noValidate>
      <div className="form-pair">
        {rates.map((name) => (
          <TextField key={name} label={m.settings[name]} name={name} type="number" value={texts[name]} />
        ))}
      </div>
      <small>{m.settings.ratesHint}</small>
      <TextField label={m.settings.fileQuota} name="fileQuota" type="number" value={texts.fileQuota} />
      {isWrong && (
        <p className="note note-error" role="alert">
          {m.settings.badLimit}
        </p>
      )}
      <ErrorNote error={save.error} />
      <div className="dialog-actions">
        <button type="submit" className="button primary" disabled={save.isPending}>
          {m.common.save}
        </button>
      </div>
    </form>
  );
}
