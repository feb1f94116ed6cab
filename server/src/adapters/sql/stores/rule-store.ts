import { parseJsonText } from "@heliograph/contract/json-text";
import { type Kysely, sql } from "kysely";
import type { ReachedProjects } from "../../../core/projects/index.ts";
import type {
  Rule,
  RuleActivity,
  RuleSaving,
  RuleStore,
  RuleVersion,
  ScopedDevice,
  Transition,
  TransitionOfDevice,
  TransitionQuery,
} from "../../../core/rules/index.ts";
import type { DeviceGroupId, DeviceId, DeviceTypeId, ProjectId, RuleId, TenantId } from "../../../kernel/ids.ts";
import { offsetOf, type Page, type PageRequest, pageOf } from "../../../kernel/paging.ts";
import { type EpochMs, epochMs } from "../../../kernel/time.ts";
import type { Database } from "../database.ts";
import { isOneOf } from "../json-rows.ts";
import { isForeignKeyViolation, isUniqueViolation } from "../sql-error.ts";
import type { Tables } from "../tables.ts";
import { inProjects } from "./device-query.ts";
import { lockTenant } from "./row-locks.ts";
import { ruleActivities } from "./rule-activity.ts";
import { contentOf, deleted, ruleOf, ruleRow } from "./rule-rows.ts";
import { scopedDevices } from "./scoped-devices.ts";

const progressRow = 1;

/** Rules as people keep them [RUL1, RUL5]. */
export class SqlRuleStore implements RuleStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async hold(tenant: TenantId): Promise<void> {
    await this.#db.transact((trx) => lockTenant(trx, tenant));
  }

  async list(tenant: TenantId): Promise<readonly Rule[]> {
    return (await this.#of(tenant).orderBy("name_key").execute()).map(ruleOf);
  }

  async find(tenant: TenantId, id: RuleId): Promise<Rule | undefined> {
    const row = await this.#of(tenant).where("id", "=", id).executeTakeFirst();
    return row && ruleOf(row);
  }

  async count(tenant: TenantId): Promise<number> {
    const { total } = await this.#db.read
      .selectFrom("rules")
      .select((eb) => eb.fn.countAll<number>().as("total"))
      .where("tenant_id", "=", tenant)
      .where("mode", "!=", deleted)
      .executeTakeFirstOrThrow();
    return Number(total);
  }

  async insert(rule: Rule, saving: RuleSaving): Promise<"created" | "name-taken" | "no-such-tenant"> {
    try {
      await this.#db.transact(async (trx) => {
        await trx.insertInto("rules").values(ruleRow(rule)).execute();
        await addVersion(trx, rule, saving);
        await beginAt(trx, saving.position);
      });
      return "created";
    } catch (error) {
      if (isUniqueViolation(error)) return "name-taken";
      if (isForeignKeyViolation(error)) return "no-such-tenant";
      throw error;
    }
  }

  async update(rule: Rule, saving: RuleSaving, versionsAtMost: number): Promise<"updated" | "changed" | "name-taken"> {
    try {
      return await this.#db.transact(async (trx) => {
        const { numUpdatedRows } = await trx
          .updateTable("rules")
          .set(ruleRow(rule))
          .where("id", "=", rule.id)
          .where("version", "=", rule.version - 1)
          .where("mode", "!=", deleted)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) return "changed";
        await addVersion(trx, rule, saving);
        await trx
          .deleteFrom("rule_versions")
          .where("rule_id", "=", rule.id)
          .where("version", "<=", rule.version - versionsAtMost)
          .execute();
        return "updated";
      });
    } catch (error) {
      if (isUniqueViolation(error)) return "name-taken";
      throw error;
    }
  }

  /** Its name is free at once. */
  async remove(rule: Rule, saving: RuleSaving, now: EpochMs): Promise<void> {
    await this.#db.transact(async (trx) => {
      const version = rule.version + 1;
      const row = {
        ...ruleRow({ ...rule, version, updatedTime: now }),
        name_key: `${deleted} ${rule.id}`,
        mode: deleted,
      };
      await trx.updateTable("rules").set(row).where("id", "=", rule.id).execute();
      await addVersion(trx, { ...rule, version, mode: "OFF", updatedTime: now }, saving);
    });
  }

  async versions(id: RuleId): Promise<readonly RuleVersion[]> {
    const rows = await this.#db.read
      .selectFrom("rule_versions")
      .selectAll()
      .where("rule_id", "=", id)
      .orderBy("version", "desc")
      .execute();
    return rows.map((row) => ({
      ...contentOf(row),
      version: Number(row.version),
      time: epochMs(Number(row.time)),
      savedBy: row.saved_by,
    }));
  }

  async transitions(query: TransitionQuery, page: PageRequest): Promise<Page<TransitionOfDevice>> {
    const wanted = this.#transitions(query);
    const { total } = await wanted.select((eb) => eb.fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
    const rows = await wanted
      .select(["rule_transitions.id", "rule_transitions.device_id", "rule_transitions.body"])
      .orderBy("rule_transitions.seq", "desc")
      .limit(page.limit)
      .offset(offsetOf(page))
      .execute();
    const found = rows.map(({ id, device_id, body }) => ({
      id,
      deviceId: device_id as DeviceId,
      transition: parseJsonText(body) as Transition, // written by us
    }));
    return pageOf(found, Number(total), page);
  }

  activities(ids: readonly RuleId[], projects: ReachedProjects): Promise<ReadonlyMap<RuleId, RuleActivity>> {
    return ruleActivities(this.#db, ids, projects);
  }

  #transitions({ ruleId, projects, deviceId }: TransitionQuery) {
    let wanted = this.#db.read
      .selectFrom("rule_transitions")
      .innerJoin("devices", "devices.id", "rule_transitions.device_id")
      .where("rule_transitions.rule_id", "=", ruleId);
    if (deviceId !== undefined) wanted = wanted.where("rule_transitions.device_id", "=", deviceId);
    return projects === "all" ? wanted : wanted.where(inProjects(this.#db, projects));
  }

  async removeTransitionsBefore(time: EpochMs, atMost: number): Promise<number> {
    const { numDeletedRows } = await this.#db.write
      .deleteFrom("rule_transitions")
      .where("seq", "in", (eb) =>
        eb.selectFrom("rule_transitions").select("seq").where("time", "<", time).limit(atMost),
      )
      .executeTakeFirst();
    return Number(numDeletedRows);
  }

  devices(ids: readonly DeviceId[]): Promise<readonly ScopedDevice[]> {
    return scopedDevices(this.#db, ids);
  }

  existingTypes(tenant: TenantId, ids: readonly DeviceTypeId[]): Promise<ReadonlySet<DeviceTypeId>> {
    return this.#existing("device_types", tenant, ids);
  }

  existingGroups(tenant: TenantId, ids: readonly DeviceGroupId[]): Promise<ReadonlySet<DeviceGroupId>> {
    return this.#existing("device_groups", tenant, ids);
  }

  existingProjects(tenant: TenantId, ids: readonly ProjectId[]): Promise<ReadonlySet<ProjectId>> {
    return this.#existing("projects", tenant, ids);
  }

  async typesNamed(tenant: TenantId, names: readonly string[]): Promise<ReadonlyMap<string, DeviceTypeId>> {
    const rows = await this.#db.read
      .selectFrom("device_types")
      .select(["id", "name_key"])
      .where("tenant_id", "=", tenant)
      .where(isOneOf(this.#db.kind, sql`name_key`, names, "text"))
      .execute();
    return new Map(rows.map(({ id, name_key }) => [name_key, id as DeviceTypeId]));
  }

  async devicesNamed(
    tenant: TenantId,
    names: readonly string[],
  ): Promise<ReadonlyMap<string, Pick<ScopedDevice, "id" | "projectId">>> {
    const rows = await this.#db.read
      .selectFrom("devices")
      .select(["id", "name", "project_id"])
      .where("tenant_id", "=", tenant)
      .where(isOneOf(this.#db.kind, sql`name`, names, "text"))
      .execute();
    return new Map(
      rows.map((row) => [row.name, { id: row.id as DeviceId, projectId: row.project_id as ProjectId | null }]),
    );
  }

  async #existing<Id extends string>(
    table: "device_types" | "projects" | "device_groups",
    tenant: TenantId,
    ids: readonly Id[],
  ): Promise<ReadonlySet<Id>> {
    const { kind, read } = this.#db;
    const isAsked = isOneOf(kind, sql`id`, ids);
    const rows = await read.selectFrom(table).select("id").where("tenant_id", "=", tenant).where(isAsked).execute();
    return new Set(rows.map(({ id }) => id as Id));
  }

  #of(tenant: TenantId) {
    return this.#db.read.selectFrom("rules").selectAll().where("tenant_id", "=", tenant).where("mode", "!=", deleted);
  }
}

async function addVersion(trx: Kysely<Tables>, rule: Rule, { position, savedBy }: RuleSaving): Promise<void> {
  const { id, name, description, mode, version, definition } = ruleRow(rule);
  const content = { name, description, mode, version, definition };
  await trx
    .insertInto("rule_versions")
    .values({ rule_id: id, ...content, time: rule.updatedTime, after_position: position, saved_by: savedBy })
    .execute();
}

/** From the first rule on all points are theirs: a start must find where they begin, whatever happened by then. */
async function beginAt(trx: Kysely<Tables>, position: number): Promise<void> {
  await trx
    .insertInto("rule_progress")
    .values({ id: progressRow, position })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .execute();
}
