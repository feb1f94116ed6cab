import type { NotifyAction, RuleAction, WebhookAction } from "@heliograph/contract";
import { Link } from "@tanstack/react-router";
import { useMessages } from "../../../i18n/messages.tsx";
import { ChoiceEdit, TextEdit } from "../../device-types/edit-fields.tsx";
import { RecipientsForm } from "../../notifications/recipients/recipients-form.tsx";
import { useRecipientChoices } from "../../notifications/recipients/use-recipients.ts";

interface FieldsProps<Action extends RuleAction> {
  readonly action: Action;
  readonly onChange: (action: RuleAction) => void;
}

/** Whom it tells, and what it says beside what happened [NTF1]. */
export function NotifyFields({ action, onChange }: FieldsProps<NotifyAction>) {
  return (
    <>
      <SaidField action={action} onChange={onChange} />
      <RecipientsForm
        recipients={action.recipients}
        hasWebhooks={false}
        onChange={({ webhookIds: _, ...recipients }) => onChange({ ...action, recipients })}
      />
    </>
  );
}

/** Which of the tenant's webhooks; one that cannot be seen stays. */
export function WebhookFields({ action, onChange }: FieldsProps<WebhookAction>) {
  const m = useMessages();
  const { webhooks } = useRecipientChoices();
  const known = webhooks?.map(({ id, name }) => [id, name] as const) ?? [];
  const isKnown = known.some(([id]) => id === action.webhookId);
  const options = isKnown ? known : [[action.webhookId, "…"] as const, ...known];
  return (
    <>
      {webhooks?.length === 0 ? (
        <p className="soft">
          {m.policies.form.noWebhooks} <Link to="/notifications/webhooks">{m.notifications.webhooks}</Link>
        </p>
      ) : (
        <ChoiceEdit
          label={m.rules.actions.webhook}
          value={action.webhookId}
          options={options}
          onChange={(webhookId) => onChange({ ...action, webhookId })}
        />
      )}
      <SaidField action={action} onChange={onChange} />
    </>
  );
}

function SaidField({ action, onChange }: FieldsProps<NotifyAction | WebhookAction>) {
  const { actions: words } = useMessages().rules;
  const { text: _, ...rest } = action;
  return (
    <TextEdit
      label={words.said}
      hint={words.saidHint}
      value={action.text}
      maxLength={2_000}
      onChange={(text) => onChange(text === "" ? rest : { ...rest, text })}
    />
  );
}
