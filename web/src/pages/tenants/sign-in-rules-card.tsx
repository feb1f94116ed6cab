import type { SignInRulesRecord } from "@heliograph/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { saveSignInRules, signInRules } from "../../api/second-factor.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { Form } from "../../ui/form.tsx";
import { LoadedCard } from "../../ui/loaded-card.tsx";
import { toast } from "../../ui/toast.tsx";

/** Whether the tenant asks everybody for a second factor [AUTH9]. */
export function SignInRulesCard({ tenantId }: { readonly tenantId: string }) {
  const m = useMessages();
  const query = useQuery(signInRules(tenantId));
  return (
    <LoadedCard title={m.secondFactor.requireTitle} text={m.secondFactor.requireText} query={query} lines={2}>
      {(rules) => <RulesForm key={rules.version} tenantId={tenantId} rules={rules} />}
    </LoadedCard>
  );
}

function RulesForm({ tenantId, rules }: { readonly tenantId: string; readonly rules: SignInRulesRecord }) {
  const m = useMessages();
  const client = useQueryClient();
  const { queryKey } = signInRules(tenantId);
  const save = async (form: FormData) => {
    const next = { ...rules, secondFactorRequired: form.has("secondFactorRequired") };
    client.setQueryData(queryKey, await saveSignInRules(tenantId, next));
    toast(m.common.saved);
  };
  const loadNewer = () => client.invalidateQueries({ queryKey });
  return (
    <Form className="form card-body" action={m.common.save} send={save} onLoadNewer={loadNewer}>
      <label className="check">
        <input type="checkbox" name="secondFactorRequired" defaultChecked={rules.secondFactorRequired} />{" "}
        {m.secondFactor.requireAll}
      </label>
      <small>{m.secondFactor.requireHint}</small>
    </Form>
  );
}
