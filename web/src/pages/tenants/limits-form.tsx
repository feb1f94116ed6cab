import type { TenantLimitsRecord } from "@heliograph/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Fragment } from "react";
import { saveTenantLimits, tenantLimits } from "../../api/administration.ts";
import { useLocale, useMessages } from "../../i18n/messages.tsx";
import { useMay } from "../../shell/current-user.ts";
import { TextField } from "../../ui/field.tsx";
import { Form } from "../../ui/form.tsx";
import { FormProblem } from "../../ui/form-problem.ts";
import { LoadedCard } from "../../ui/loaded-card.tsx";
import { toast } from "../../ui/toast.tsx";
import { limitsIn, limitTexts, limitTold } from "./limit-fields.ts";

export function LimitsCard({ tenantId }: { readonly tenantId: string }) {
  const m = useMessages();
  const maySet = useMay()("MANAGE_TENANTS");
  const text = maySet ? m.settings.limitsText : m.settings.limitsReadOnly;
  return (
    <LoadedCard title={m.settings.limits} text={text} query={useQuery(tenantLimits(tenantId))}>
      {(limits) => (maySet ? <LimitsForm tenantId={tenantId} limits={limits} /> : <LimitFacts limits={limits} />)}
    </LoadedCard>
  );
}

/** For the tenant's own administrators, who cannot change them [QTA1]. */
function LimitFacts({ limits }: { readonly limits: TenantLimitsRecord }) {
  const m = useMessages();
  const locale = useLocale();
  return (
    <dl className="facts card-body">
      {([...rates, "series", "fileQuota"] as const).map((name) => (
        <Fragment key={name}>
          <dt>{m.settings[name]}</dt>
          <dd>{limitTold(limits, name, locale) ?? m.settings.noLimit}</dd>
        </Fragment>
      ))}
    </dl>
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
  const save = async (form: FormData) => {
    const next = limitsIn(form);
    if (!next) throw new FormProblem(m.settings.badLimit);
    client.setQueryData(["limits", tenantId], await saveTenantLimits(tenantId, next));
    toast(m.common.saved);
  };
  const texts = limitTexts(limits);
  return (
    <Form className="form card-body" action={m.common.save} send={save} noValidate>
      <div className="form-pair">
        {rates.map((name) => (
          <TextField key={name} label={m.settings[name]} name={name} type="number" value={texts[name]} />
        ))}
      </div>
      <small>{m.settings.ratesHint}</small>
      <TextField label={m.settings.series} name="series" type="number" value={texts.series} />
      <TextField label={m.settings.fileQuota} name="fileQuota" type="number" value={texts.fileQuota} />
    </Form>
  );
}
