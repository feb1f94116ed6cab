import type { Role } from "@heliograph/contract";
import type { DeleteQueryBuilder, DeleteResult } from "kysely";
import type { EndedSessions, LiveSession, Session, SessionStore, StoredGrant } from "../../../core/access/index.ts";
import type { AuthorityId, SessionId, TenantId, UserId } from "../../../kernel/ids.ts";
import { type EpochMs, epochMs } from "../../../kernel/time.ts";
import type { Database } from "../database.ts";
import { isForeignKeyViolation } from "../sql-error.ts";
import type { Tables } from "../tables.ts";
import { grantsOfAssignments } from "./grant-rows.ts";
import { lockPassword } from "./row-locks.ts";
import { hasShownEnough } from "./verified-sessions.ts";

type Deletion = DeleteQueryBuilder<Tables, "sessions", DeleteResult>;

/** Others who write wait no longer than these take. */
const usesPerTransaction = 500;
/** SQLite wants a limit where there is an offset. */
const noLimit = 1_000_000_000;

export class SqlSessionStore implements SessionStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async create(session: Session, passwordHash: string): Promise<boolean> {
    try {
      return await this.#db.transact(async (trx) => {
        if (!(await lockPassword(trx, session.userId, passwordHash))) return false;
        await trx.insertInto("sessions").values(sessionRow(session)).execute();
        return true;
      });
    } catch (error) {
      if (isForeignKeyViolation(error)) return false; // the assignment was ended a moment ago
      throw error;
    }
  }

  async find(id: SessionId): Promise<LiveSession | undefined> {
    const row = await sessionsWithUser(this.#db).where("sessions.id", "=", id).executeTakeFirst();
    if (row && row.opened_tenant_id !== null && row.role !== "SYS_ADMIN") return undefined;
    const [live] = row ? await this.#withGrants([row]) : [];
    return live;
  }

  async listOf(user: UserId, now: EpochMs): Promise<readonly LiveSession[]> {
    const rows = await sessionsWithUser(this.#db)
      .where("sessions.user_id", "=", user)
      .where("sessions.expires_time", ">", now)
      .orderBy("sessions.created_time", "desc")
      .orderBy("sessions.id")
      .execute();
    return this.#withGrants(rows);
  }

  async #withGrants(rows: readonly Row[]): Promise<readonly LiveSession[]> {
    const assignments = [...new Set(rows.map((row) => row.assignment_id as AuthorityId))];
    const grants = await grantsOfAssignments(this.#db, assignments);
    return rows.map((row) => liveSessionOf(row, grants.get(row.assignment_id as AuthorityId) ?? []));
  }

  async endOf(user: UserId, which: EndedSessions): Promise<readonly SessionId[]> {
    const own = this.#db.write.deleteFrom("sessions").where("user_id", "=", user);
    const ended = await this.#named(own, user, which).returning("id").execute();
    return ended.map(({ id }) => id as SessionId);
  }

  #named(own: Deletion, user: UserId, which: EndedSessions) {
    if ("only" in which) return own.where("id", "=", which.only);
    if (!("atMost" in which)) return own.where("id", "!=", which.keep);
    return own.where("id", "in", (sessions) =>
      sessions
        .selectFrom("sessions")
        .select("id")
        .where("user_id", "=", user)
        .where("id", "!=", which.keep)
        .orderBy("created_time", "desc")
        .orderBy("id")
        .limit(noLimit)
        .offset(which.atMost - 1),
    );
  }

  async advance(id: SessionId, generation: number, expiresTime: EpochMs): Promise<boolean> {
    const { numUpdatedRows } = await this.#db.write
      .updateTable("sessions")
      .set({ generation: generation + 1, expires_time: expiresTime })
      .where("id", "=", id)
      .where("generation", "=", generation)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  async noteUse(uses: ReadonlyMap<SessionId, EpochMs>): Promise<void> {
    const all = [...uses];
    for (let from = 0; from < all.length; from += usesPerTransaction) {
      await this.#db.write.transaction().execute(async (trx) => {
        for (const [id, time] of all.slice(from, from + usesPerTransaction)) {
          const session = trx.updateTable("sessions").where("id", "=", id).where("last_used_time", "<", time);
          await session.set({ last_used_time: time }).execute();
        }
      });
    }
  }

  async end(id: SessionId): Promise<boolean> {
    const { numDeletedRows } = await this.#db.write.deleteFrom("sessions").where("id", "=", id).executeTakeFirst();
    return numDeletedRows > 0n;
  }

  async removeExpired(now: EpochMs): Promise<number> {
    const { numDeletedRows } = await this.#db.write
      .deleteFrom("sessions")
      .where("expires_time", "<=", now)
      .executeTakeFirst();
    return Number(numDeletedRows);
  }
}

const sessionRow = (session: Session): Tables["sessions"] => ({
  id: session.id,
  user_id: session.userId,
  assignment_id: session.authorityId,
  generation: session.generation,
  created_time: session.createdTime,
  expires_time: session.expiresTime,
  last_used_time: session.lastUsedTime,
  address: session.address,
  user_agent: session.userAgent,
  is_verified: session.isVerified ? 1 : 0,
  opened_tenant_id: session.openedTenantId,
});

const sessionsWithUser = (db: Database) =>
  db.read
    .selectFrom("sessions")
    .innerJoin("users", "users.id", "sessions.user_id")
    .innerJoin("assignments", "assignments.id", "sessions.assignment_id")
    .leftJoin("tenants", (join) =>
      join.on((eb) => eb("tenants.id", "=", eb.fn.coalesce("sessions.opened_tenant_id", "assignments.tenant_id"))),
    )
    .select([
      "sessions.id",
      "sessions.user_id",
      "sessions.assignment_id",
      "sessions.generation",
      "sessions.created_time",
      "sessions.expires_time",
      "sessions.last_used_time",
      "sessions.address",
      "sessions.user_agent",
      "sessions.is_verified",
      "sessions.opened_tenant_id",
      "users.username",
      "users.first_name",
      "users.last_name",
      "users.password_hash",
      "users.created_time as user_created_time",
      "assignments.role",
      "tenants.id as tenant_id",
      "tenants.name as tenant_name",
    ])
    .where(hasShownEnough);

/** Inside a tenant that was opened, a system administrator is what its administrators are, and nothing besides [AUTH7]. */
const roleIn = ({ role, opened_tenant_id }: Row): Role => (opened_tenant_id === null ? (role as Role) : "TENANT_ADMIN");

type Row = NonNullable<Awaited<ReturnType<ReturnType<typeof sessionsWithUser>["executeTakeFirst"]>>>;

const liveSessionOf = (row: Row, grants: readonly StoredGrant[]): LiveSession => ({
  session: {
    id: row.id as SessionId,
    userId: row.user_id as UserId,
    authorityId: row.assignment_id as AuthorityId,
    generation: row.generation,
    createdTime: epochMs(row.created_time),
    expiresTime: epochMs(row.expires_time),
    lastUsedTime: epochMs(row.last_used_time),
    address: row.address,
    userAgent: row.user_agent,
    isVerified: row.is_verified === 1,
    openedTenantId: row.opened_tenant_id as TenantId | null,
  },
  user: {
    id: row.user_id as UserId,
    createdTime: epochMs(row.user_created_time),
    username: row.username,
    firstName: row.first_name,
    lastName: row.last_name,
    passwordHash: row.password_hash,
  },
  assignment: {
    id: row.assignment_id as AuthorityId,
    userId: row.user_id as UserId,
    role: roleIn(row),
    grants,
    tenant: row.tenant_id === null ? undefined : { id: row.tenant_id as TenantId, name: row.tenant_name ?? "" },
  },
});
