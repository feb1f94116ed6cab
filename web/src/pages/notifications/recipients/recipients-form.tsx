import { type NotificationRecipients, tenantRoles } from "@heliograph/contract";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useMessages } from "../../../i18n/messages.tsx";
import { Field } from "../../../ui/field.tsx";
import { CheckEdit } from "../../device-types/edit-fields.tsx";
import { Picks } from "./picks.tsx";
import { useRecipientChoices } from "./use-recipients.ts";

interface RecipientsFormProps {
  readonly recipients: NotificationRecipients;
  readonly onChange: (recipients: NotificationRecipients) => void;
  /** Where webhooks are not said elsewhere. */
  readonly hasWebhooks?: boolean;
}

/** Whom it is told: of what one may not see there is nothing to choose, and what was chosen by others stays. */
export function RecipientsForm({ recipients, onChange, hasWebhooks = true }: RecipientsFormProps) {
  const { form } = useMessages().policies;
  const { me, users, roles, projects, webhooks } = useRecipientChoices();
  const set = (part: keyof NotificationRecipients) => (chosen: string[]) =>
    onChange(without({ ...recipients, [part]: chosen }));
  return (
    <>
      <Roles recipients={recipients} onChange={onChange} />
      {roles && roles.length > 0 && (
        <Picks label={form.ownRoles} all={roles} chosen={recipients.roleIds} onChange={set("roleIds")} />
      )}
      <Picks label={form.users} all={users ?? [me]} chosen={recipients.userIds} onChange={set("userIds")} />
      {projects.length > 0 && (
        <Picks label={form.members} all={projects} chosen={recipients.projectIds} onChange={set("projectIds")} />
      )}
      <Addresses addresses={recipients.addresses ?? []} onChange={set("addresses")} />
      {!hasWebhooks ? null : webhooks && webhooks.length > 0 ? (
        <Picks label={form.webhooks} all={webhooks} chosen={recipients.webhookIds} onChange={set("webhookIds")} />
      ) : (
        <small className="soft">
          {form.noWebhooks} <Link to="/notifications/webhooks">{form.webhooks}</Link>
        </small>
      )}
    </>
  );
}

/** A list with nothing in it is none. */
const without = (recipients: NotificationRecipients): NotificationRecipients =>
  Object.fromEntries(Object.entries(recipients).filter(([, list]) => list.length > 0));

function Roles({ recipients, onChange }: RecipientsFormProps) {
  const m = useMessages();
  const chosen = recipients.roles ?? [];
  return (
    <fieldset className="checks">
      <legend>{m.policies.form.roles}</legend>
      {tenantRoles.map((role) => (
        <CheckEdit
          key={role}
          label={m.roles.names[role]}
          value={chosen.includes(role)}
          onChange={(isOn) =>
            onChange(
              without({
                ...recipients,
                roles: tenantRoles.filter((one) => (one === role ? isOn : chosen.includes(one))),
              }),
            )
          }
        />
      ))}
    </fieldset>
  );
}

interface AddressesProps {
  readonly addresses: readonly string[];
  readonly onChange: (addresses: string[]) => void;
}

/** What is typed stays as it is typed; lines and commas part them. */
function Addresses({ addresses, onChange }: AddressesProps) {
  const { form } = useMessages().policies;
  const [text, setText] = useState(addresses.join("\n"));
  return (
    <Field label={form.addresses} hint={form.addressesHint}>
      {(id) => (
        <textarea
          id={id}
          rows={2}
          value={text}
          onChange={({ target }) => {
            setText(target.value);
            onChange(addressesIn(target.value));
          }}
        />
      )}
    </Field>
  );
}

const addressesIn = (text: string): string[] => [
  ...new Set(
    text
      .split(/[\n,;]+/)
      .map((one) => one.trim())
      .filter((one) => one !== ""),
  ),
];
