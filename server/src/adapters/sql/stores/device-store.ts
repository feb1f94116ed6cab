import { sql, type Transaction } from "kysely";
import type { NamedType } from "../../../core/device-types/index.ts";
import {
  type CreateOutcome,
  type Device,
  type DeviceCredentials,
  type DeviceIdentity,
  type DeviceProperties,
  type DeviceQuery,
  type DeviceStore,
  isNews,
  type Move,
  type MovedDevice,
  type MoveOutcome,
  type NewDevice,
  type StoredDevice,
} from "../../../core/devices/index.ts";
import { projectNotFound, type Reach } from "../../../core/projects/index.ts";
import type { DeviceId, ProjectId, TenantId } from "../../../kernel/ids.ts";
import { offsetOf, type PageRequest } from "../../../kernel/paging.ts";
import { type Clock, systemClock } from "../../../kernel/time.ts";
import { type Database, streamRows } from "../database.ts";
import { PreparedQuery } from "../prepared-query.ts";
import { isForeignKeyViolation, isUniqueViolation } from "../sql-error.ts";
import type { Tables } from "../tables.ts";
import { releaseContentsOf } from "./content-records.ts";
import { createDevices, type DeviceLimits } from "./create-devices.ts";
import { DeviceContacts } from "./device-contacts.ts";
import { countDevices, inProjects, matchingIds, orderedDevices, selectDevices } from "./device-query.ts";
import {
  credentialsOf,
  type DeviceRow,
  deviceOf,
  ownPropertiesOf,
  propertyColumns,
  storedDeviceOf,
} from "./device-rows.ts";
import {
  countAmong,
  devicesPerRead,
  idsInOrder,
  isAmongMany,
  isNothingElseAsked,
  longPage,
  pageAmong,
} from "./devices-among.ts";
import { ensureTypes } from "./ensure-types.ts";
import { moveDevices } from "./move-devices.ts";
import { putOnForgetList } from "./points-to-forget.ts";
import type { RuleInputNotes } from "./rule-inputs.ts";
import { countUse } from "./tenant-usage.ts";

/** Ids per question. */
const idsPerStatement = 5_000;
const devicesPerStatement = 500;

/** Ids per step of a search among many. */
const idsLookedAt = 2_000;

const noLimits: DeviceLimits = { devicesOf: () => 0, types: Number.MAX_SAFE_INTEGER };

export class SqlDeviceStore implements DeviceStore {
  readonly #db: Database;
  readonly #clock: Clock;
  readonly #limits: DeviceLimits;
  readonly #byToken: PreparedQuery<DeviceRow>;

  readonly #contacts: DeviceContacts;

  constructor(db: Database, clock: Clock = systemClock, limits: DeviceLimits = noLimits, notes?: RuleInputNotes) {
    this.#db = db;
    this.#contacts = new DeviceContacts(db, notes);
    this.#clock = clock;
    this.#limits = limits;
    this.#byToken = new PreparedQuery(db.read, deviceByToken(db.read));
  }

  async create(created: NewDevice, newTypes: NamedType[] = []): Promise<CreateOutcome> {
    const [outcome] = await this.createMany([created], newTypes);
    return outcome ?? "name-taken";
  }

  async createMany(created: readonly NewDevice[], newTypes: NamedType[] = []): Promise<readonly CreateOutcome[]> {
    try {
      const done = await this.#db.transact((trx) => createDevices(trx, this.#db.kind, created, this.#limits));
      newTypes.push(...done.newTypes);
      return done.outcomes;
    } catch (error) {
      if (isForeignKeyViolation(error)) return created.map(() => "no-such-tenant");
      throw error;
    }
  }

  async update(
    tenant: TenantId,
    id: DeviceId,
    properties: DeviceProperties,
    newTypes: NamedType[] = [],
  ): Promise<"updated" | "name-taken" | "not-found" | "types-full"> {
    try {
      return await this.#db.transact(async (trx) => {
        const wanted = { tenant, names: [properties.type], atMost: this.#limits.types, now: this.#clock() };
        const types = await ensureTypes(trx, this.#db.kind, wanted);
        const typeId = types.idOf.get(properties.type);
        if (typeId === undefined) return "types-full";
        newTypes.push(...types.added);
        const { numUpdatedRows } = await trx
          .updateTable("devices")
          .set({ ...propertyColumns(properties), type_id: typeId })
          .where("tenant_id", "=", tenant)
          .where("id", "=", id)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) throw new NotFound();
        return "updated" as const;
      });
    } catch (error) {
      // The tenant is gone, or the device: a type that was made for it goes, too.
      if (error instanceof NotFound || isForeignKeyViolation(error)) return "not-found";
      if (isUniqueViolation(error)) return "name-taken";
      throw error;
    }
  }

  identify(tenant: TenantId, id: DeviceId, identity: DeviceIdentity): Promise<boolean> {
    return this.#db.transact(async (trx) => {
      const query = trx.selectFrom("devices").selectAll().where("tenant_id", "=", tenant).where("id", "=", id);
      const row = await (this.#db.kind === "postgres" ? query.forNoKeyUpdate() : query).executeTakeFirst();
      if (!row || !isNews(identity, ownPropertiesOf(row))) return false;
      const columns = propertyColumns({ ...ownPropertiesOf(row), ...identity });
      await trx.updateTable("devices").set(columns).where("id", "=", id).execute();
      return true;
    });
  }

  async find(tenant: TenantId, id: DeviceId): Promise<StoredDevice | undefined> {
    const row = await selectDevices(this.#db)
      .where("devices.tenant_id", "=", tenant)
      .where("devices.id", "=", id)
      .executeTakeFirst();
    return row && storedDeviceOf(row);
  }

  async page(query: DeviceQuery, page: PageRequest): Promise<readonly StoredDevice[]> {
    if (isAmongMany(query)) return pageAmong(this.#db, query, page);
    if (page.limit > devicesPerRead) return longPage(this.#db, query, page);
    const rows = await orderedDevices(this.#db, query).limit(page.limit).offset(offsetOf(page)).execute();
    return rows.map(storedDeviceOf);
  }

  async count(query: DeviceQuery): Promise<number> {
    if (query.among && isNothingElseAsked(query)) return query.among.size;
    return isAmongMany(query) ? countAmong(this.#db, query) : countDevices(this.#db, query);
  }

  async *stream(query: DeviceQuery): AsyncGenerator<readonly StoredDevice[]> {
    const { among } = query;
    const isMany = isAmongMany(query);
    const told = isMany ? { ...query, among: undefined } : query;
    for await (const rows of streamRows(this.#db, orderedDevices(this.#db, told))) {
      const devices = rows.map(storedDeviceOf);
      yield isMany && among ? devices.filter(({ id }) => among.has(id)) : devices;
    }
  }

  idsInOrder(query: DeviceQuery, atMost: number): Promise<readonly DeviceId[]> {
    return idsInOrder(this.#db, query, atMost);
  }

  /** Of many chosen ones the database is not told each: it tells its own, and we see which are among them. */
  async idsAfter(query: DeviceQuery, after: DeviceId | null, limit: number): Promise<readonly DeviceId[]> {
    if (!isAmongMany(query)) return this.#idsAfter(query, after, limit);
    const found: DeviceId[] = [];
    for (let from = after; ; ) {
      const ids = await this.#idsAfter({ ...query, among: undefined }, from, idsLookedAt);
      found.push(...ids.filter((id) => query.among.has(id)));
      if (ids.length < idsLookedAt || found.length >= limit) return found.slice(0, limit);
      from = ids.at(-1) ?? from;
    }
  }

  async #idsAfter(query: DeviceQuery, after: DeviceId | null, limit: number): Promise<readonly DeviceId[]> {
    const matching = matchingIds(this.#db, query).orderBy("devices.id").limit(limit);
    const rows = await (after === null ? matching : matching.where("devices.id", ">", after)).execute();
    return rows.map(({ id }) => id as DeviceId);
  }

  async *idsIn(tenant: TenantId): AsyncGenerator<readonly DeviceId[]> {
    const query = this.#db.read.selectFrom("devices").select("id").where("tenant_id", "=", tenant);
    for await (const rows of streamRows(this.#db, query)) yield rows.map(({ id }) => id as DeviceId);
  }

  remove(tenant: TenantId, id: DeviceId): Promise<DeviceCredentials | undefined> {
    return this.#db.transact(async (trx) => {
      const credentials = await trx
        .selectFrom("device_credentials")
        .selectAll()
        .where("device_id", "=", id)
        .executeTakeFirst();
      await putOnForgetList(trx, { tenant, device: id }, this.#clock());
      await releaseContentsOf(trx, this.#db.kind, { tenant, device: id });
      await countRemoved(trx, tenant, id);
      const { numDeletedRows } = await trx
        .deleteFrom("devices")
        .where("tenant_id", "=", tenant)
        .where("id", "=", id)
        .executeTakeFirst();
      return numDeletedRows > 0n && credentials ? credentialsOf(credentials) : undefined;
    });
  }

  /** SQLite has one writer: who is inside a transaction is alone. */
  hold(tenant: TenantId, id: DeviceId): Promise<void> {
    return this.#db.transact(async (trx) => {
      if (this.#db.kind === "sqlite") return;
      const row = trx.selectFrom("devices").select("id").where("tenant_id", "=", tenant).where("id", "=", id);
      await row.forNoKeyUpdate().execute();
    });
  }

  async places(tenant: TenantId, ids: readonly DeviceId[]): Promise<ReadonlyMap<DeviceId, ProjectId | null>> {
    const places = new Map<DeviceId, ProjectId | null>();
    for (let at = 0; at < ids.length; at += devicesPerStatement) {
      const rows = await this.#db.read
        .selectFrom("devices")
        .select(["id", "project_id"])
        .where("tenant_id", "=", tenant)
        .where("id", "in", ids.slice(at, at + devicesPerStatement))
        .execute();
      for (const row of rows) places.set(row.id as DeviceId, row.project_id as ProjectId | null);
    }
    return places;
  }

  move(reach: Reach, ids: readonly DeviceId[], move: Move): Promise<MoveOutcome> {
    return this.#db.transact(async (trx) => {
      const [within, moved]: [DeviceId[], MovedDevice[]] = [[], []];
      for (let at = 0; at < ids.length; at += devicesPerStatement) {
        const some = ids.slice(at, at + devicesPerStatement);
        const done = await moveDevices(trx, this.#db.kind, reach, some, move).catch((error) => {
          throw isForeignKeyViolation(error) && move.to !== null ? projectNotFound(move.to) : error;
        });
        within.push(...done.within);
        moved.push(...done.moved);
      }
      return { within, moved };
    });
  }

  async typesIn({ tenantId, projects }: Reach): Promise<readonly { type: string; count: number }[]> {
    const rows = await this.#db.read
      .selectFrom("device_types")
      .innerJoin("devices", "devices.type_id", "device_types.id")
      .select((eb) => ["device_types.name", eb.fn.countAll<number>().as("count")])
      .where("device_types.tenant_id", "=", tenantId)
      .$if(projects !== "all", (query) => query.where(inProjects(this.#db, projects === "all" ? new Set() : projects)))
      .groupBy(["device_types.id", "device_types.name"])
      .orderBy("device_types.name")
      .execute();
    return rows.map(({ name, count }) => ({ type: name, count: Number(count) }));
  }

  async credentialsOf(tenant: TenantId, id: DeviceId): Promise<DeviceCredentials | undefined> {
    const row = await this.#db.read
      .selectFrom("device_credentials")
      .innerJoin("devices", "devices.id", "device_credentials.device_id")
      .selectAll("device_credentials")
      .where("devices.tenant_id", "=", tenant)
      .where("devices.id", "=", id)
      .executeTakeFirst();
    return row && credentialsOf(row);
  }

  async setToken(
    tenant: TenantId,
    id: DeviceId,
    token: string,
  ): Promise<{ before: DeviceCredentials; now: DeviceCredentials } | "token-taken" | "not-found"> {
    try {
      return await this.#db.transact(async (trx) => {
        const device = trx.selectFrom("devices").select("id").where("tenant_id", "=", tenant).where("id", "=", id);
        const credentials = trx.selectFrom("device_credentials").selectAll().where("device_id", "in", device);
        const before = await credentials.executeTakeFirst();
        if (!before) return "not-found";
        await trx.updateTable("device_credentials").set({ token }).where("device_id", "=", id).execute();
        return { before: credentialsOf(before), now: credentialsOf({ ...before, token }) };
      });
    } catch (error) {
      if (isUniqueViolation(error)) return "token-taken";
      throw error;
    }
  }

  async tokensElsewhere({ tenantId, projects }: Reach, tokens: readonly string[]): Promise<number> {
    const { total } = await this.#db.read
      .selectFrom("device_credentials")
      .innerJoin("devices", "devices.id", "device_credentials.device_id")
      .select((eb) => eb.fn.countAll<number>().as("total"))
      .where("device_credentials.token", "in", [...tokens])
      .where((eb) => {
        const ofOthers = eb("devices.tenant_id", "!=", tenantId);
        if (projects === "all") return ofOthers;
        return eb.or([ofOthers, eb("devices.project_id", "is", null), eb.not(inProjects(this.#db, projects))]);
      })
      .executeTakeFirstOrThrow();
    return Number(total);
  }

  async findByToken(token: string): Promise<Device | undefined> {
    const row = await this.#byToken.first(token);
    return row && deviceOf(row);
  }

  async tokensOf(devices: readonly DeviceId[]): Promise<ReadonlyMap<DeviceId, string>> {
    const found = new Map<DeviceId, string>();
    for (let at = 0; at < devices.length; at += idsPerStatement) {
      const part = devices.slice(at, at + idsPerStatement);
      const query = this.#db.read.selectFrom("device_credentials").select(["device_id", "token"]);
      const rows = await query.where("device_id", "in", part).execute();
      for (const { device_id, token } of rows) found.set(device_id as DeviceId, token);
    }
    return found;
  }

  async some(devices: readonly DeviceId[]): Promise<readonly StoredDevice[]> {
    const found: StoredDevice[] = [];
    for (let at = 0; at < devices.length; at += idsPerStatement) {
      const part = devices.slice(at, at + idsPerStatement);
      const rows = await selectDevices(this.#db).where("devices.id", "in", part).execute();
      found.push(...rows.map(storedDeviceOf));
    }
    return found;
  }

  recordActivity: DeviceStore["recordActivity"] = (contacts) => this.#contacts.record(contacts);
  capActivity: DeviceStore["capActivity"] = (now) => this.#contacts.cap(now);
  announcedActive: DeviceStore["announcedActive"] = () => this.#contacts.announcedActive();
}

/** What goes with a device; its row is locked, so nothing is added to it any more. */
async function countRemoved(trx: Transaction<Tables>, tenant: TenantId, device: DeviceId): Promise<void> {
  const isThere = trx.selectFrom("devices").select("id").where("tenant_id", "=", tenant).where("id", "=", device);
  if ((await isThere.executeTakeFirst()) === undefined) return;
  const files = await trx.selectFrom("file_usage").select("bytes").where("device_id", "=", device).executeTakeFirst();
  const { bytes } = await trx
    .selectFrom("attributes")
    .select(sql<number | string>`coalesce(sum(octet_length(key) + octet_length(value)), 0)`.as("bytes"))
    .where("device_id", "=", device)
    .executeTakeFirstOrThrow();
  const freed = { devices: 1, fileBytes: Number(files?.bytes ?? 0), attributeBytes: Number(bytes) } as const;
  for (const resource of ["devices", "fileBytes", "attributeBytes"] as const)
    await countUse(trx, { tenant, resource, more: -freed[resource], of: device });
}

/** Thrown so that the transaction leaves nothing behind. */
class NotFound extends Error {}

const deviceByToken = (db: Database["read"]) =>
  db
    .selectFrom("device_credentials")
    .innerJoin("devices", "devices.id", "device_credentials.device_id")
    .innerJoin("device_types", "device_types.id", "devices.type_id")
    .selectAll("devices")
    .select("device_types.name as type")
    .where("device_credentials.token", "=", "");
