import type { WebhookRecord } from "@heliograph/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { deleteWebhook, renewWebhookSecret, webhookList } from "../../../api/notifications.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { Confirm } from "../../../ui/confirm.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { EmptyState, ErrorState, Skeleton } from "../../../ui/states.tsx";
import { NotificationTabs } from "../notification-tabs.tsx";
import { SecretDialog } from "./secret-dialog.tsx";
import { WebhookDialog } from "./webhook-dialog.tsx";
import { type OpenWebhook, WebhookTable } from "./webhook-table.tsx";

/** Where messages are posted [NTF1]. */
export function WebhooksPage() {
  const m = useMessages();
  const client = useQueryClient();
  const [open, setOpen] = useState<OpenWebhook>();
  const [secret, setSecret] = useState<string>();
  const { data, error, refetch } = useQuery(webhookList());
  const close = () => setOpen(undefined);
  const readAgain = () => client.invalidateQueries({ queryKey: ["webhooks"] });
  const remove = async ({ id }: WebhookRecord) => {
    await deleteWebhook(id.id);
    await readAgain();
  };
  const renew = async ({ id }: WebhookRecord) => {
    const { secret: made } = await renewWebhookSecret(id.id);
    setSecret(made ?? undefined);
  };
  const add = (
    <button type="button" className="button primary" onClick={() => setOpen({ kind: "add" })}>
      <Icon name="plus" /> {m.webhooks.add}
    </button>
  );
  return (
    <div className="page">
      <div className="page-head">
        <div>
          <h1>{m.notifications.webhooks}</h1>
          <p className="soft">{m.webhooks.text}</p>
        </div>
        {data && data.data.length > 0 && add}
      </div>
      <NotificationTabs />
      <section className="card table-scroll">
        {data && data.data.length > 0 ? (
          <WebhookTable webhooks={data.data} onOpen={setOpen} />
        ) : data ? (
          <EmptyState icon="webhook" title={m.webhooks.emptyTitle} text={m.webhooks.emptyText}>
            {add}
          </EmptyState>
        ) : error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <div className="card-body">
            <Skeleton />
          </div>
        )}
      </section>
      {open?.kind === "add" && <WebhookDialog onClose={close} onSecret={setSecret} />}
      {open?.kind === "edit" && <WebhookDialog webhook={open.webhook} onClose={close} onSecret={setSecret} />}
      {open?.kind === "renew" && (
        <Confirm
          title={m.webhooks.renewTitle}
          text={m.webhooks.renewText(open.webhook.name)}
          action={m.webhooks.renew}
          onConfirm={() => renew(open.webhook)}
          onClose={close}
        />
      )}
      {open?.kind === "delete" && (
        <Confirm
          title={m.webhooks.deleteTitle}
          text={m.webhooks.deleteText(open.webhook.name)}
          action={m.common.delete}
          onConfirm={() => remove(open.webhook)}
          onClose={close}
        />
      )}
      {secret !== undefined && <SecretDialog secret={secret} onClose={() => setSecret(undefined)} />}
    </div>
  );
}
