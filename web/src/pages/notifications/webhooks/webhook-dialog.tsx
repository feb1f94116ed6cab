import { type WebhookRecord, type WebhookTemplate, webhookTemplates } from "@heliograph/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { saveWebhook } from "../../../api/notifications.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Field, TextField, textOf } from "../../../ui/field.tsx";
import { Form } from "../../../ui/form.tsx";
import { toast } from "../../../ui/toast.tsx";
import { ProjectField } from "../../projects/project-field.tsx";

interface WebhookDialogProps {
  readonly webhook?: WebhookRecord;
  readonly onClose: () => void;
  /** Of a new one: shown this once. */
  readonly onSecret: (secret: string) => void;
}

/** Makes a webhook, or changes one; its address goes in and never comes out again. */
export function WebhookDialog({ webhook, onClose, onSecret }: WebhookDialogProps) {
  const m = useMessages();
  const client = useQueryClient();
  const [template, setTemplate] = useState<WebhookTemplate>(webhook?.template ?? "JSON");
  const save = async (form: FormData) => {
    const [url, project, chatId] = [textOf(form, "url").trim(), textOf(form, "project"), textOf(form, "chat").trim()];
    const { secret } = await saveWebhook({
      ...(webhook && { id: webhook.id }),
      ...{ name: textOf(form, "name").trim(), template },
      projectId: project === "" ? null : { id: project },
      ...(url !== "" && { url }),
      chatId: template === "TELEGRAM" ? chatId : null,
    });
    await client.invalidateQueries({ queryKey: ["webhooks"] });
    toast(m.common.saved);
    onClose();
    if (secret !== null) onSecret(secret);
  };
  return (
    <Dialog title={webhook ? m.webhooks.editTitle : m.webhooks.addTitle} onClose={onClose}>
      <Form action={webhook ? m.common.save : m.webhooks.add} send={save} onCancel={onClose}>
        <TextField label={m.common.name} name="name" value={webhook?.name} required maxLength={255} autoFocus />
        <Field label={m.webhooks.template} hint={m.webhooks.templateHints[template]}>
          {(id) => (
            <select
              id={id}
              value={template}
              onChange={({ target }) => setTemplate(webhookTemplates.find((one) => one === target.value) ?? template)}
            >
              {webhookTemplates.map((one) => (
                <option key={one} value={one}>
                  {m.webhooks.templates[one]}
                </option>
              ))}
            </select>
          )}
        </Field>
        <TextField
          label={m.webhooks.url}
          name="url"
          hint={webhook ? m.webhooks.urlKept : m.webhooks.urlHint}
          required={!webhook}
          maxLength={2_048}
        />
        {template === "TELEGRAM" && (
          <TextField
            label={m.webhooks.chatId}
            name="chat"
            value={webhook?.chatId}
            hint={m.webhooks.chatIdHint}
            required
            maxLength={64}
          />
        )}
        <ProjectField
          label={m.webhooks.project}
          name="project"
          value={webhook?.projectId?.id}
          none={m.webhooks.wholeTenant}
        />
      </Form>
    </Dialog>
  );
}
