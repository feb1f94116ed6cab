import type { WebhookRecord } from "@heliograph/contract";
import { useMutation } from "@tanstack/react-query";
import { sendTest } from "../../../api/notifications.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { useProjects } from "../../../shell/use-project.ts";
import { CardTable } from "../../../ui/card-table.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { RowButton } from "../../../ui/row-button.tsx";
import { ErrorNote } from "../../../ui/states.tsx";
import { TestAnswer } from "../test-dialog.tsx";

export type OpenWebhook =
  | { readonly kind: "add" }
  | { readonly kind: "edit" | "renew" | "delete"; readonly webhook: WebhookRecord };

interface WebhookTableProps {
  readonly webhooks: readonly WebhookRecord[];
  readonly onOpen: (open: OpenWebhook) => void;
}

export function WebhookTable({ webhooks, onOpen }: WebhookTableProps) {
  const m = useMessages();
  return (
    <CardTable className="alarm-table">
      <thead>
        <tr>
          <th>{m.common.name}</th>
          <th className="hide-narrow">{m.webhooks.template}</th>
          <th className="hide-narrow">{m.webhooks.host}</th>
          <th className="hide-narrow">{m.webhooks.project}</th>
          <th>
            <span className="off-screen">{m.common.actions}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {webhooks.map((webhook) => (
          <WebhookRow key={webhook.id.id} webhook={webhook} onOpen={onOpen} />
        ))}
      </tbody>
    </CardTable>
  );
}

interface WebhookRowProps {
  readonly webhook: WebhookRecord;
  readonly onOpen: (open: OpenWebhook) => void;
}

function WebhookRow({ webhook, onOpen }: WebhookRowProps) {
  const m = useMessages();
  const projects = useProjects();
  const { name, template, host, isInside, projectId } = webhook;
  const test = useMutation({ mutationFn: () => sendTest({ webhookId: webhook.id.id }) });
  const project = projectId && projects?.find(({ id }) => id.id === projectId.id)?.name;
  const hasNote = isInside || test.status !== "idle";
  return (
    <>
      <tr data-noted={hasNote || undefined}>
        <td>
          <strong className="break">{name}</strong>
          <small className="alarm-about soft break">
            {m.webhooks.templates[template]} · {host}
          </small>
        </td>
        <td className="hide-narrow">{m.webhooks.templates[template]}</td>
        <td className="hide-narrow break webhook-host">{host}</td>
        <td className="hide-narrow break">{projectId ? (project ?? m.policies.gone) : m.webhooks.wholeTenant}</td>
        <td className="nowrap right">
          <button
            type="button"
            className="button small"
            aria-label={`${m.webhooks.test}: ${name}`}
            disabled={test.isPending}
            onClick={() => test.mutate()}
          >
            <Icon name="send" /> {m.webhooks.test}
          </button>
          <RowButton icon="key" label={m.webhooks.renew} of={name} onClick={() => onOpen({ kind: "renew", webhook })} />
          <RowButton icon="edit" label={m.common.edit} of={name} onClick={() => onOpen({ kind: "edit", webhook })} />
          <RowButton
            icon="trash"
            label={m.common.delete}
            of={name}
            onClick={() => onOpen({ kind: "delete", webhook })}
          />
        </td>
      </tr>
      {hasNote && (
        <tr className="webhook-note">
          <td colSpan={5}>
            {isInside && (
              <p className="note note-warn" role="note">
                <Icon name="alert" /> {m.webhooks.inside}
              </p>
            )}
            {test.isPending && (
              <p className="soft" role="status">
                {m.webhooks.testing}
              </p>
            )}
            <ErrorNote error={test.error} />
            {test.data && <TestAnswer answer={test.data} />}
          </td>
        </tr>
      )}
    </>
  );
}
