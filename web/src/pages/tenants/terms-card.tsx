import type { TermsRecord } from "@heliograph/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { use, useEffect, useState } from "react";
import { saveTerms, tenantTerms } from "../../api/account.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { Field } from "../../ui/field.tsx";
import { Form } from "../../ui/form.tsx";
import { LoadedCard } from "../../ui/loaded-card.tsx";
import { PlainText } from "../../ui/plain-text.tsx";
import { Time } from "../../ui/time.tsx";
import { toast } from "../../ui/toast.tsx";
import { Unsaved } from "./settings-section.tsx";

const longest = 100_000;

/** The terms of use that everybody in the tenant is shown once. */
export function TermsCard({ tenantId }: { readonly tenantId: string }) {
  const m = useMessages();
  const query = useQuery(tenantTerms(tenantId));
  return (
    <LoadedCard title={m.account.terms} text={m.account.termsText} query={query} lines={4}>
      {(terms) => <TermsForm key={terms.version} tenantId={tenantId} terms={terms} />}
    </LoadedCard>
  );
}

function TermsForm({ tenantId, terms }: { readonly tenantId: string; readonly terms: TermsRecord }) {
  const m = useMessages();
  const client = useQueryClient();
  const [text, setText] = useState(terms.text);
  const tell = use(Unsaved);
  useEffect(() => {
    tell("terms", text !== terms.text);
    return () => tell("terms", false);
  }, [tell, text, terms.text]);
  const save = async () => {
    const saved = await saveTerms(tenantId, text, terms.version);
    client.setQueryData(tenantTerms(tenantId).queryKey, saved);
    toast(m.common.saved);
  };
  const loadNewer = () => client.invalidateQueries({ queryKey: tenantTerms(tenantId).queryKey });
  return (
    <Form className="form card-body" action={m.common.save} send={save} onLoadNewer={loadNewer}>
      <Field label={m.account.termsField} hint={m.account.termsHint}>
        {(id) => (
          <textarea
            id={id}
            rows={8}
            maxLength={longest}
            value={text}
            aria-describedby={`${id}-hint`}
            onChange={({ target }) => setText(target.value)}
          />
        )}
      </Field>
      {text.trim() !== "" && (
        <details>
          <summary>{m.account.termsPreview}</summary>
          <PlainText text={text} />
        </details>
      )}
      {terms.changedTime !== null && (
        <small>
          {m.account.termsVersion(terms.version)} · <Time ms={terms.changedTime} />
        </small>
      )}
    </Form>
  );
}
