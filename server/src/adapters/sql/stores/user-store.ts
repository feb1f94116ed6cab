import type { Role, TenantRole } from "@heliograph/contract";
import type { Kysely, Selectable, Transaction } from "kysely";
import type {
  Access,
  AssignOutcome,
  NewAssignment,
  StoredGrant,
  TenantUser,
  User,
  UserAssignment,
  UserStore,
} from "../../../core/access/index.ts";
import type { AuthorityId, SessionId, TenantId, UserId } from "../../../kernel/ids.ts";
import { offsetOf, type Page, type PageRequest, pageOf } from "../../../kernel/paging.ts";
import { foldCase } from "../../../kernel/text.ts";
import { epochMs } from "../../../kernel/time.ts";
import { type Database, streamRows } from "../database.ts";
import { isForeignKeyViolation, isUniqueViolation } from "../sql-error.ts";
import type { Tables } from "../tables.ts";
import { hasAlikeName } from "./alike-names.ts";
import { grantsOfAssignments } from "./grant-rows.ts";
import { endDownloads, putPassword } from "./password-rows.ts";
import { lockTenant, lockUser } from "./row-locks.ts";
import { insertAssignment, insertGrants, insertUser } from "./user-rows.ts";

export class SqlUserStore implements UserStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async findByName(username: string): Promise<User | undefined> {
    const key = foldCase(username);
    const row = await this.#db.read.selectFrom("users").selectAll().where("username_key", "=", key).executeTakeFirst();
    return row && userOf(row);
  }

  hasAlike(username: string): Promise<boolean> {
    return hasAlikeName(this.#db, "users", username);
  }

  async findById(id: UserId): Promise<User | undefined> {
    const row = await this.#db.read.selectFrom("users").selectAll().where("id", "=", id).executeTakeFirst();
    return row && userOf(row);
  }

  async assignmentsOf(user: UserId): Promise<readonly UserAssignment[]> {
    const rows = await this.#db.read
      .selectFrom("assignments")
      .leftJoin("tenants", "tenants.id", "assignments.tenant_id")
      .select(["assignments.id", "assignments.role", "tenants.id as tenant_id", "tenants.name as tenant_name"])
      .where("assignments.user_id", "=", user)
      .orderBy("assignments.created_time")
      .orderBy("assignments.id")
      .execute();
    const ids = rows.map(({ id }) => id as AuthorityId);
    const grants = await grantsOfAssignments(this.#db, ids);
    return rows.map((row) => ({
      id: row.id as AuthorityId,
      userId: user,
      role: row.role as Role,
      grants: grants.get(row.id as AuthorityId) ?? [],
      tenant: row.tenant_id === null ? undefined : { id: row.tenant_id as TenantId, name: row.tenant_name ?? "" },
    }));
  }

  async listInTenant(tenant: TenantId, page: PageRequest): Promise<Page<TenantUser>> {
    const total = await this.#countInTenant(tenant);
    const rows = await orderedUsers(this.#db, tenant).limit(page.limit).offset(offsetOf(page)).execute();
    return pageOf(await this.#withGrants(rows), total, page);
  }

  async *streamInTenant(tenant: TenantId): AsyncGenerator<readonly TenantUser[]> {
    for await (const rows of streamRows(this.#db, orderedUsers(this.#db, tenant))) yield this.#withGrants(rows);
  }

  async #countInTenant(tenant: TenantId): Promise<number> {
    const { total } = await this.#db.read
      .selectFrom("assignments")
      .select((eb) => eb.fn.countAll<number>().as("total"))
      .where("tenant_id", "=", tenant)
      .executeTakeFirstOrThrow();
    return Number(total);
  }

  async findInTenant(tenant: TenantId, user: UserId): Promise<TenantUser | undefined> {
    const row = await usersIn(this.#db, tenant).where("users.id", "=", user).executeTakeFirst();
    const [found] = row ? await this.#withGrants([row]) : [];
    return found;
  }

  async #withGrants(rows: readonly TenantUserRow[]): Promise<readonly TenantUser[]> {
    const ids = rows.map((row) => row.authority_id as AuthorityId);
    const grants = await grantsOfAssignments(this.#db, ids);
    return rows.map((row) => tenantUserOf(row, grants.get(row.authority_id as AuthorityId) ?? []));
  }

  async create(user: User, assignment: NewAssignment): Promise<"created" | "name-taken" | "no-such-tenant"> {
    try {
      await this.#db.transact(async (trx) => {
        await insertUser(trx, user);
        await insertAssignment(trx, user.id, assignment);
      });
      return "created";
    } catch (error) {
      if (isUniqueViolation(error)) return "name-taken";
      if (isForeignKeyViolation(error)) return "no-such-tenant";
      throw error;
    }
  }

  async assign(user: UserId, assignment: NewAssignment): Promise<AssignOutcome> {
    try {
      return await this.#db.transact((trx) => insertAssignment(trx, user, assignment));
    } catch (error) {
      if (isUniqueViolation(error)) return "already-assigned";
      if (isForeignKeyViolation(error)) return "no-such-tenant";
      throw error;
    }
  }

  changeAccess(tenant: TenantId, user: UserId, access: Access): Promise<"done" | "not-found" | "last-administrator"> {
    const staysAdministrator = access.role === "TENANT_ADMIN";
    return this.#withoutLosingTheLastAdministrator(tenant, user, staysAdministrator, async (trx) => {
      const changed = await trx
        .updateTable("assignments")
        .set({ role: access.role })
        .where("tenant_id", "=", tenant)
        .where("user_id", "=", user)
        .returning("id")
        .executeTakeFirstOrThrow();
      await trx.deleteFrom("grants").where("assignment_id", "=", changed.id).execute();
      await insertGrants(trx, changed.id as AuthorityId, access.grants);
      await endDownloads(trx, user);
    });
  }

  unassign(tenant: TenantId, user: UserId): Promise<"done" | "not-found" | "last-administrator"> {
    return this.#withoutLosingTheLastAdministrator(tenant, user, false, async (trx) => {
      await lockUser(trx, user);
      await trx.deleteFrom("assignments").where("tenant_id", "=", tenant).where("user_id", "=", user).execute();
      await trx
        .deleteFrom("users")
        .where("id", "=", user)
        .where(({ not, exists, selectFrom }) =>
          not(exists(selectFrom("assignments").select("id").where("user_id", "=", user))),
        )
        .execute();
    });
  }

  setPassword(user: UserId, passwordHash: string, keep?: SessionId): Promise<readonly SessionId[]> {
    return this.#db.transact((trx) => putPassword(trx, user, passwordHash, keep));
  }

  async setName(user: UserId, name: { firstName: string | null; lastName: string | null }): Promise<void> {
    const { firstName, lastName } = name;
    await this.#db.write
      .updateTable("users")
      .set({ first_name: firstName, last_name: lastName })
      .where("id", "=", user)
      .execute();
  }

  #withoutLosingTheLastAdministrator(
    tenant: TenantId,
    user: UserId,
    staysAdministrator: boolean,
    change: (trx: Transaction<Tables>) => Promise<void>,
  ): Promise<"done" | "not-found" | "last-administrator"> {
    return this.#db.transact(async (trx) => {
      await lockTenant(trx, tenant);
      const roles = await rolesIn(trx, tenant);
      const current = roles.find((entry) => entry.user_id === user);
      if (!current) return "not-found";
      const administrators = roles.filter((entry) => entry.role === "TENANT_ADMIN");
      const isLast = current.role === "TENANT_ADMIN" && administrators.length === 1;
      if (isLast && !staysAdministrator) return "last-administrator";
      await change(trx);
      return "done";
    });
  }
}

const rolesIn = (db: Kysely<Tables>, tenant: TenantId) =>
  db.selectFrom("assignments").select(["user_id", "role"]).where("tenant_id", "=", tenant).execute();

const usersIn = (db: Database, tenant: TenantId) =>
  db.read
    .selectFrom("assignments")
    .innerJoin("users", "users.id", "assignments.user_id")
    .leftJoin("second_factors", "second_factors.user_id", "users.id")
    .select([
      "users.is_service",
      "second_factors.enabled_time",
      "users.id",
      "users.username",
      "users.first_name",
      "users.last_name",
      "users.created_time",
      "assignments.id as authority_id",
      "assignments.role",
      "assignments.tenant_id",
    ])
    .where("assignments.tenant_id", "=", tenant);

const orderedUsers = (db: Database, tenant: TenantId) =>
  usersIn(db, tenant).orderBy("users.username_key").orderBy("users.id");

type TenantUserRow = Awaited<ReturnType<ReturnType<typeof usersIn>["execute"]>>[number];

const tenantUserOf = (row: TenantUserRow, grants: readonly StoredGrant[]): TenantUser => ({
  id: row.id as UserId,
  createdTime: epochMs(row.created_time),
  username: row.username,
  firstName: row.first_name,
  lastName: row.last_name,
  authorityId: row.authority_id as AuthorityId,
  role: row.role as TenantRole,
  grants,
  tenantId: row.tenant_id as TenantId,
  isService: row.is_service === 1,
  hasSecondFactor: row.enabled_time !== null,
});

const userOf = (row: Selectable<Tables["users"]>): User => ({
  id: row.id as UserId,
  createdTime: epochMs(row.created_time),
  username: row.username,
  firstName: row.first_name,
  lastName: row.last_name,
  passwordHash: row.password_hash,
});
