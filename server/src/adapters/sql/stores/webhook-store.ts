import { type WebhookTemplate, webhookTemplates } from "@heliograph/contract";
import type { Webhook, WebhookStore } from "../../../core/notifications/index.ts";
import type { ProjectId, TenantId, WebhookId } from "../../../kernel/ids.ts";
import { foldCase } from "../../../kernel/text.ts";
import { epochMs } from "../../../kernel/time.ts";
import type { Database } from "../database.ts";
import { isForeignKeyViolation, isUniqueViolation } from "../sql-error.ts";
import type { Tables } from "../tables.ts";
import { lockTenant } from "./row-locks.ts";

type Row = Tables["webhooks"];

export class SqlWebhookStore implements WebhookStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async list(tenant: TenantId): Promise<readonly Webhook[]> {
    return (await this.#of(tenant).orderBy("name_key").orderBy("id").execute()).map(webhookOf);
  }

  async find(tenant: TenantId, id: WebhookId): Promise<Webhook | undefined> {
    const row = await this.#of(tenant).where("id", "=", id).executeTakeFirst();
    return row && webhookOf(row);
  }

  async insert(webhook: Webhook, atMost: number): Promise<"created" | "full" | "name-taken" | "gone"> {
    return settled(() =>
      this.#db.transact(async (trx) => {
        await lockTenant(trx, webhook.tenantId);
        const counted = trx.selectFrom("webhooks").where("tenant_id", "=", webhook.tenantId);
        const { total } = await counted.select((eb) => eb.fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
        if (Number(total) >= atMost) return "full" as const;
        await trx.insertInto("webhooks").values(webhookRow(webhook)).execute();
        return "created" as const;
      }),
    );
  }

  async update(webhook: Webhook): Promise<"updated" | "name-taken" | "gone"> {
    return settled(() =>
      this.#db.transact(async (trx) => {
        await trx.updateTable("webhooks").set(webhookRow(webhook)).where("id", "=", webhook.id).execute();
        return "updated" as const;
      }),
    );
  }

  async remove({ id }: Webhook): Promise<void> {
    await this.#db.write.deleteFrom("webhooks").where("id", "=", id).execute();
  }

  #of(tenant: TenantId) {
    return this.#db.read.selectFrom("webhooks").selectAll().where("tenant_id", "=", tenant);
  }
}

async function settled<T extends string>(work: () => Promise<T>): Promise<T | "name-taken" | "gone"> {
  try {
    return await work();
  } catch (error) {
    if (isUniqueViolation(error)) return "name-taken";
    if (isForeignKeyViolation(error)) return "gone";
    throw error;
  }
}

const webhookRow = (webhook: Webhook): Row => ({
  id: webhook.id,
  tenant_id: webhook.tenantId,
  project_id: webhook.projectId,
  name: webhook.name,
  name_key: foldCase(webhook.name),
  template: webhook.template,
  url: webhook.url,
  host: webhook.host,
  secret: webhook.secret,
  chat_id: webhook.chatId,
  created_time: webhook.createdTime,
  updated_time: webhook.updatedTime,
});

const templateOf = (text: string): WebhookTemplate => webhookTemplates.find((one) => one === text) ?? "JSON";

const webhookOf = (row: Row): Webhook => ({
  id: row.id as WebhookId,
  tenantId: row.tenant_id as TenantId,
  projectId: row.project_id as ProjectId | null,
  name: row.name,
  template: templateOf(row.template),
  url: row.url,
  host: row.host,
  secret: row.secret,
  chatId: row.chat_id,
  createdTime: epochMs(row.created_time),
  updatedTime: epochMs(row.updated_time),
});
