import type { ListedRole, OwnRole, RoleHolder, RoleStore } from "../../../core/access/index.ts";
import type { AuthorityId, RoleId, TenantId, UserId } from "../../../kernel/ids.ts";
import { foldCase } from "../../../kernel/text.ts";
import { epochMs } from "../../../kernel/time.ts";
import type { Database } from "../database.ts";
import { isForeignKeyViolation, isUniqueViolation } from "../sql-error.ts";
import type { Tables } from "../tables.ts";
import { permissionsIn } from "./grant-rows.ts";

/** The roles that tenants make for themselves [ROL1]. */
export class SqlRoleStore implements RoleStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async list(tenant: TenantId): Promise<readonly ListedRole[]> {
    const rows = await this.#db.read
      .selectFrom("roles")
      .selectAll()
      .select((eb) =>
        eb
          .selectFrom("grants")
          .select((count) => count.fn.count<number>("grants.assignment_id").distinct().as("count"))
          .whereRef("grants.role_id", "=", "roles.id")
          .as("holders"),
      )
      .where("tenant_id", "=", tenant)
      .orderBy("name_key")
      .execute();
    return rows.map((row) => ({ ...roleOf(row), holders: Number(row.holders ?? 0) }));
  }

  async find(tenant: TenantId, id: RoleId): Promise<OwnRole | undefined> {
    const row = await this.#of(tenant).where("id", "=", id).executeTakeFirst();
    return row && roleOf(row);
  }

  async findByName(tenant: TenantId, name: string): Promise<OwnRole | undefined> {
    const row = await this.#of(tenant).where("name_key", "=", foldCase(name)).executeTakeFirst();
    return row && roleOf(row);
  }

  async count(tenant: TenantId): Promise<number> {
    const { total } = await this.#db.read
      .selectFrom("roles")
      .select((eb) => eb.fn.countAll<number>().as("total"))
      .where("tenant_id", "=", tenant)
      .executeTakeFirstOrThrow();
    return Number(total);
  }

  async insert(role: OwnRole): Promise<"created" | "name-taken" | "no-such-tenant"> {
    try {
      await this.#db.write.insertInto("roles").values(rowOf(role)).execute();
      return "created";
    } catch (error) {
      if (isUniqueViolation(error)) return "name-taken";
      if (isForeignKeyViolation(error)) return "no-such-tenant";
      throw error;
    }
  }

  /** Of two who change one version, the second finds another one. */
  async update(role: OwnRole): Promise<"updated" | "changed" | "name-taken"> {
    try {
      const { numUpdatedRows } = await this.#db.write
        .updateTable("roles")
        .set(rowOf(role))
        .where("id", "=", role.id)
        .where("version", "=", role.version - 1)
        .executeTakeFirst();
      return numUpdatedRows > 0n ? "updated" : "changed";
    } catch (error) {
      if (isUniqueViolation(error)) return "name-taken";
      throw error;
    }
  }

  async remove(tenant: TenantId, id: RoleId): Promise<"removed" | "held" | "not-found"> {
    const held = this.#db.read.selectFrom("grants").select("id").where("role_id", "=", id).limit(1);
    if (await held.executeTakeFirst()) return "held";
    try {
      const { numDeletedRows } = await this.#db.write
        .deleteFrom("roles")
        .where("tenant_id", "=", tenant)
        .where("id", "=", id)
        .executeTakeFirst();
      return numDeletedRows > 0n ? "removed" : "not-found";
    } catch (error) {
      if (isForeignKeyViolation(error)) return "held"; // somebody got it in this very moment
      throw error;
    }
  }

  async holdersOf(id: RoleId): Promise<readonly RoleHolder[]> {
    const rows = await this.#db.read
      .selectFrom("grants")
      .innerJoin("assignments", "assignments.id", "grants.assignment_id")
      .innerJoin("users", "users.id", "assignments.user_id")
      .select(["users.id", "users.username", "users.username_key", "assignments.id as authority_id"])
      .distinct()
      .where("grants.role_id", "=", id)
      .orderBy("users.username_key")
      .execute();
    return rows.map((row) => ({
      userId: row.id as UserId,
      username: row.username,
      authorityId: row.authority_id as AuthorityId,
    }));
  }

  #of(tenant: TenantId) {
    return this.#db.read.selectFrom("roles").selectAll().where("tenant_id", "=", tenant);
  }
}

const rowOf = (role: OwnRole): Tables["roles"] => ({
  id: role.id,
  tenant_id: role.tenantId,
  name: role.name,
  name_key: foldCase(role.name),
  description: role.description,
  permissions: JSON.stringify(role.permissions),
  version: role.version,
  created_time: role.createdTime,
});

const roleOf = (row: Tables["roles"]): OwnRole => ({
  id: row.id as RoleId,
  tenantId: row.tenant_id as TenantId,
  name: row.name,
  description: row.description,
  permissions: permissionsIn(row.permissions),
  version: row.version,
  createdTime: epochMs(row.created_time),
});
