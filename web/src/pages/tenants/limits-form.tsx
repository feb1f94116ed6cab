import type { TenantLimitsRecord } from "@heliograph/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { use } from "react";
import { saveTenantLimits, tenantLimits, tenantUsage } from "../../api/administration.ts";
import { type Messages, useMessages } from "../../i18n/messages.tsx";
import { useMay } from "../../shell/current-user.ts";
import { TextField } from "../../ui/field.tsx";
import { Form } from "../../ui/form.tsx";
import { FormProblem } from "../../ui/form-problem.ts";
import { LoadedCard } from "../../ui/loaded-card.tsx";
import { ErrorState, Skeleton } from "../../ui/states.tsx";
import { toast } from "../../ui/toast.tsx";
import { type LimitName, limitsIn, limitTexts, mostInForm } from "./limit-fields.ts";
import { Unsaved } from "./settings-section.tsx";
import { UsageTable } from "./usage-table.tsx";

/** What the tenant may use, and uses. Its own administrators cannot change it [QTA1]. */
export function LimitsCard({ tenantId }: { readonly tenantId: string }) {
  const m = useMessages();
  const maySet = useMay()("MANAGE_TENANTS");
  const text = maySet ? m.settings.limitsText : m.settings.limitsReadOnly;
  return (
    <div id="limits" className="anchor">
      <LoadedCard title={m.tenantSettings.usage} text={text} query={useQuery(tenantLimits(tenantId))} lines={8}>
        {(limits) => (
          <>
            <Usage tenantId={tenantId} limits={limits} />
            {maySet && <LimitsForm key={limits.version} tenantId={tenantId} limits={limits} />}
          </>
        )}
      </LoadedCard>
    </div>
  );
}

interface LimitsProps {
  readonly tenantId: string;
  readonly limits: TenantLimitsRecord;
}

function Usage({ tenantId, limits }: LimitsProps) {
  const { data, error, refetch } = useQuery(tenantUsage(tenantId));
  if (data) return <UsageTable usage={data} limits={limits} />;
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return (
    <div className="card-body">
      <Skeleton lines={8} />
    </div>
  );
}

const space = ["fileQuota", "attributeQuota"] as const;
const rates = ["deviceMessages", "devicePoints", "tenantMessages", "tenantPoints"] as const;
const fields = ["devices", "users", "series", ...space, "indexingTime", ...rates] as const;

const labelOf = (name: LimitName, { tenantSettings: t, settings: s }: Messages): string =>
  name === "devices" || name === "users" || name === "attributeQuota" || name === "indexingTime" ? t[name] : s[name];

/** In the words beside the field, and with what it takes. */
function problemOf(name: LimitName, m: Messages): string {
  const [label, most] = [labelOf(name, m), mostInForm(name)];
  return most === undefined ? m.settings.badSpace(label) : m.settings.badLimit(label, most);
}

function LimitsForm({ tenantId, limits }: LimitsProps) {
  const m = useMessages();
  const client = useQueryClient();
  const tell = use(Unsaved);
  const { queryKey } = tenantLimits(tenantId);
  const save = async (form: FormData) => {
    const { limits: next, wrong } = limitsIn(form);
    if (wrong) throw new FormProblem(problemOf(wrong, m));
    client.setQueryData(queryKey, await saveTenantLimits(tenantId, { ...limits, ...next }));
    void client.invalidateQueries({ queryKey: ["tenants"] });
    tell("limits", false);
    toast(m.common.saved);
  };
  const loadNewer = () => {
    tell("limits", false);
    return client.invalidateQueries({ queryKey });
  };
  const texts = limitTexts(limits);
  return (
    <div onInput={() => tell("limits", true)}>
      <Form className="form card-body" action={m.common.save} send={save} onLoadNewer={loadNewer} looksItself>
        <div className="form-pair">
          {fields.map((name) => (
            <TextField key={name} label={labelOf(name, m)} name={name} type="number" value={texts[name]} />
          ))}
        </div>
        <small>{m.settings.ratesHint}</small>
      </Form>
    </div>
  );
}
