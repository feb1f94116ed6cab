import { parseJsonText } from "@heliograph/contract/json-text";
import type { NotificationPolicy, NotificationPolicyStore } from "../../../core/notifications/index.ts";
import type { NotificationPolicyId, ProjectId, TenantId } from "../../../kernel/ids.ts";
import { foldCase } from "../../../kernel/text.ts";
import { epochMs } from "../../../kernel/time.ts";
import type { Database } from "../database.ts";
import { isForeignKeyViolation, isUniqueViolation } from "../sql-error.ts";
import type { Tables } from "../tables.ts";
import { lockTenant } from "./row-locks.ts";

type Row = Tables["notification_policies"];

export class SqlNotificationPolicyStore implements NotificationPolicyStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async list(tenant: TenantId): Promise<readonly NotificationPolicy[]> {
    const rows = await this.#of(tenant).orderBy("name_key").orderBy("id").execute();
    return rows.map(policyOf);
  }

  async find(tenant: TenantId, id: NotificationPolicyId): Promise<NotificationPolicy | undefined> {
    const row = await this.#of(tenant).where("id", "=", id).executeTakeFirst();
    return row && policyOf(row);
  }

  async insert(policy: NotificationPolicy, atMost: number): Promise<"created" | "full" | "name-taken" | "gone"> {
    try {
      return await this.#db.transact(async (trx) => {
        await lockTenant(trx, policy.tenantId);
        const counted = trx.selectFrom("notification_policies").where("tenant_id", "=", policy.tenantId);
        const { total } = await counted.select((eb) => eb.fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
        if (Number(total) >= atMost) return "full";
        await trx.insertInto("notification_policies").values(policyRow(policy)).execute();
        return "created";
      });
    } catch (error) {
      if (isUniqueViolation(error)) return "name-taken";
      if (isForeignKeyViolation(error)) return "gone";
      throw error;
    }
  }

  async update(policy: NotificationPolicy): Promise<"updated" | "changed" | "name-taken" | "gone"> {
    try {
      const { numUpdatedRows } = await this.#db.transact((trx) =>
        trx
          .updateTable("notification_policies")
          .set(policyRow(policy))
          .where("id", "=", policy.id)
          .where("version", "=", policy.version - 1)
          .executeTakeFirst(),
      );
      return numUpdatedRows > 0n ? "updated" : "changed";
    } catch (error) {
      if (isUniqueViolation(error)) return "name-taken";
      if (isForeignKeyViolation(error)) return "gone";
      throw error;
    }
  }

  async remove({ id, tenantId }: NotificationPolicy): Promise<void> {
    await this.#db.transact(async (trx) => {
      await trx.deleteFrom("notification_policies").where("id", "=", id).execute();
      await trx
        .deleteFrom("notification_timers")
        .where("policy_id", "=", id)
        .where("tenant_id", "=", tenantId)
        .execute();
      await trx.deleteFrom("notices").where("policy_id", "=", id).where("closed_time", "is", null).execute();
      const held = trx.updateTable("notifications").set({ state: "DROPPED", held_until: null });
      await held.where("policy_id", "=", id).where("tenant_id", "=", tenantId).where("state", "=", "HELD").execute();
    });
  }

  #of(tenant: TenantId) {
    return this.#db.read.selectFrom("notification_policies").selectAll().where("tenant_id", "=", tenant);
  }
}

const policyRow = (policy: NotificationPolicy): Row => {
  const { id, tenantId, projectId, name, version, createdTime, updatedTime, ...definition } = policy;
  return {
    id,
    tenant_id: tenantId,
    project_id: projectId,
    name,
    name_key: foldCase(name),
    definition: JSON.stringify(definition),
    version,
    created_time: createdTime,
    updated_time: updatedTime,
  };
};

type Definition = Omit<
  NotificationPolicy,
  "id" | "tenantId" | "projectId" | "name" | "version" | "createdTime" | "updatedTime"
>;

const policyOf = (row: Row): NotificationPolicy => ({
  ...(parseJsonText(row.definition) as Definition),
  id: row.id as NotificationPolicyId,
  tenantId: row.tenant_id as TenantId,
  projectId: row.project_id as ProjectId | null,
  name: row.name,
  version: row.version,
  createdTime: epochMs(row.created_time),
  updatedTime: epochMs(row.updated_time),
});
