import type { CalculatedDefinition } from "@heliograph/contract";
import { parseJsonText } from "@heliograph/contract/json-text";
import { sql } from "kysely";
import type {
  CalculatedChannel,
  CalculatedChannelStore,
  CalculationProgress,
  LiveCalculationStore,
  MemberQuery,
} from "../../../core/calculated-channels/index.ts";
import type { ScopedDevice } from "../../../core/rules/index.ts";
import type { CalculatedChannelId, DeviceId, DeviceTypeId, ProjectId, TenantId } from "../../../kernel/ids.ts";
import { epochMs } from "../../../kernel/time.ts";
import type { Database } from "../database.ts";
import { isOneOf } from "../json-rows.ts";
import { isForeignKeyViolation, isUniqueViolation } from "../sql-error.ts";
import type { Tables } from "../tables.ts";
import { lockTenant } from "./row-locks.ts";
import { scopedDevices } from "./scoped-devices.ts";
import { removeUnseen } from "./unseen-commits.ts";

const progressRow = 1;

/** Calculated channels as people keep them and as live calculation reads them [RUL7]. */
export class SqlCalculatedChannelStore implements CalculatedChannelStore, LiveCalculationStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async channels(): Promise<readonly CalculatedChannel[]> {
    return (await this.#all().orderBy("id").execute()).map(channelOf);
  }

  async list(tenant: TenantId): Promise<readonly CalculatedChannel[]> {
    return (await this.#all().where("tenant_id", "=", tenant).orderBy("key").orderBy("id").execute()).map(channelOf);
  }

  async find(tenant: TenantId, id: CalculatedChannelId): Promise<CalculatedChannel | undefined> {
    const row = await this.#all().where("tenant_id", "=", tenant).where("id", "=", id).executeTakeFirst();
    return row && channelOf(row);
  }

  async of(tenant: TenantId, device: DeviceId, type: DeviceTypeId): Promise<readonly CalculatedChannel[]> {
    const rows = await this.#all()
      .where("tenant_id", "=", tenant)
      .where((eb) => eb.or([eb("device_id", "=", device), eb("type_id", "=", type)]))
      .orderBy("key")
      .orderBy("id")
      .execute();
    return rows.map(channelOf);
  }

  hold(tenant: TenantId): Promise<void> {
    return this.#db.transact((trx) => lockTenant(trx, tenant));
  }

  async insert(channel: CalculatedChannel, from: CalculationProgress): Promise<"created" | "key-taken" | "not-there"> {
    try {
      await this.#db.transact(async (trx) => {
        await trx.insertInto("calculated_channels").values(rowOf(channel)).execute();
        await trx
          .insertInto("calculation_progress")
          .values({ id: progressRow, ...from })
          .onConflict((conflict) => conflict.column("id").doNothing())
          .execute();
      });
      return "created";
    } catch (error) {
      return refusalOf(error);
    }
  }

  async update(channel: CalculatedChannel): Promise<"updated" | "changed" | "key-taken" | "not-there"> {
    try {
      return await this.#db.transact(async (trx) => {
        const { numUpdatedRows } = await trx
          .updateTable("calculated_channels")
          .set(rowOf(channel))
          .where("id", "=", channel.id)
          .where("version", "=", channel.version - 1)
          .executeTakeFirst();
        return numUpdatedRows === 0n ? "changed" : "updated";
      });
    } catch (error) {
      return refusalOf(error);
    }
  }

  async remove(id: CalculatedChannelId): Promise<void> {
    await this.#db.write.deleteFrom("calculated_channels").where("id", "=", id).execute();
  }

  devices(ids: readonly DeviceId[]): Promise<readonly ScopedDevice[]> {
    return scopedDevices(this.#db, ids);
  }

  existingTypes(tenant: TenantId, ids: readonly DeviceTypeId[]): Promise<ReadonlySet<DeviceTypeId>> {
    return this.#existing("device_types", tenant, ids);
  }

  existingProjects(tenant: TenantId, ids: readonly ProjectId[]): Promise<ReadonlySet<ProjectId>> {
    return this.#existing("projects", tenant, ids);
  }

  async members(query: MemberQuery, atMost: number): Promise<readonly DeviceId[]> {
    let wanted = this.#members(query).select("devices.id").orderBy("devices.id").limit(atMost);
    if (query.after !== undefined) wanted = wanted.where("devices.id", ">", query.after);
    return (await wanted.execute()).map(({ id }) => id as DeviceId);
  }

  async countMembers(query: MemberQuery): Promise<number> {
    const counted = this.#members(query).select((eb) => eb.fn.countAll<number>().as("total"));
    return Number((await counted.executeTakeFirstOrThrow()).total);
  }

  async progress(): Promise<(Omit<CalculationProgress, "position"> & { readonly position?: number }) | undefined> {
    const row = await this.#db.read.selectFrom("calculation_progress").selectAll().executeTakeFirst();
    return row && { position: Number(row.position), time: epochMs(Number(row.time)) };
  }

  async note({ position, time }: CalculationProgress): Promise<void> {
    await this.#db.write
      .insertInto("calculation_progress")
      .values({ id: progressRow, position, time })
      .onConflict((conflict) => conflict.column("id").doUpdateSet({ position, time }))
      .execute();
  }

  seen(unseen: readonly number[]): Promise<void> {
    return removeUnseen(this.#db.write, unseen);
  }

  #all() {
    return this.#db.read.selectFrom("calculated_channels").selectAll();
  }

  #members({ tenantId, projectId, typeIds }: MemberQuery) {
    const { read, kind } = this.#db;
    let wanted = read
      .selectFrom("devices")
      .leftJoin("projects", "projects.id", "devices.project_id")
      .where("devices.tenant_id", "=", tenantId);
    if (projectId !== undefined) wanted = wanted.where("projects.path", "like", `%${projectId}/%`);
    return typeIds === undefined ? wanted : wanted.where(isOneOf(kind, sql`devices.type_id`, typeIds));
  }

  async #existing<Id extends string>(
    table: "device_types" | "projects",
    tenant: TenantId,
    ids: readonly Id[],
  ): Promise<ReadonlySet<Id>> {
    if (ids.length === 0) return new Set();
    const { kind, read } = this.#db;
    const isAsked = isOneOf(kind, sql`id`, ids);
    const rows = await read.selectFrom(table).select("id").where("tenant_id", "=", tenant).where(isAsked).execute();
    return new Set(rows.map(({ id }) => id as Id));
  }
}

function refusalOf(error: unknown): "key-taken" | "not-there" {
  if (isUniqueViolation(error)) return "key-taken";
  if (isForeignKeyViolation(error)) return "not-there";
  throw error;
}

const channelOf = (row: Tables["calculated_channels"]): CalculatedChannel => ({
  id: row.id as CalculatedChannelId,
  tenantId: row.tenant_id as TenantId,
  version: Number(row.version),
  definition: parseJsonText(row.definition) as CalculatedDefinition, // checked when it was saved
  createdTime: epochMs(Number(row.created_time)),
  updatedTime: epochMs(Number(row.updated_time)),
});

const rowOf = ({
  id,
  tenantId,
  version,
  definition,
  createdTime,
  updatedTime,
}: CalculatedChannel): Tables["calculated_channels"] => ({
  id,
  tenant_id: tenantId,
  type_id: definition.scope.kind === "DEVICE_TYPE" ? definition.scope.deviceTypeId : null,
  device_id: definition.scope.kind === "DEVICE" ? definition.scope.deviceId : null,
  key: definition.key,
  version,
  definition: JSON.stringify(definition),
  created_time: createdTime,
  updated_time: updatedTime,
});
