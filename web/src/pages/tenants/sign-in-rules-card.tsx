import { useQuery, useQueryClient } from "@tanstack/react-query";
import { saveSignInRules, signInRules } from "../../api/second-factor.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { Form } from "../../ui/form.tsx";
import { LoadedCard } from "../../ui/loaded-card.tsx";
import { toast } from "../../ui/toast.tsx";

/** Whether the tenant asks everybody for a second factor [AUTH9]. */
export function SignInRulesCard({ tenantId }: { readonly tenantId: string }) {
  const m = useMessages();
  const client = useQueryClient();
  const query = useQuery(signInRules(tenantId));
  const save = async (form: FormData) => {
    const saved = await saveSignInRules(tenantId, form.has("secondFactorRequired"));
    client.setQueryData(signInRules(tenantId).queryKey, saved);
    toast(m.common.saved);
  };
  return (
    <LoadedCard title={m.secondFactor.requireTitle} text={m.secondFactor.requireText} query={query} lines={2}>
      {({ secondFactorRequired }) => (
        <Form className="form card-body" action={m.common.save} send={save}>
          <label className="check">
            <input type="checkbox" name="secondFactorRequired" defaultChecked={secondFactorRequired} />{" "}
            {m.secondFactor.requireAll}
          </label>
          <small>{m.secondFactor.requireHint}</small>
        </Form>
      )}
    </LoadedCard>
  );
}
