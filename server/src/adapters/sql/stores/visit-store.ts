import type { PastVisit, Visit, VisitStore } from "../../../core/access/index.ts";
import type { SessionId, TenantId, UserId } from "../../../kernel/ids.ts";
import type { EpochMs } from "../../../kernel/time.ts";
import type { Database } from "../database.ts";
import type { Tables } from "../tables.ts";

type Row = Tables["visits"];

/** The next time there are more. */
const closedAtOnce = 100;

export class SqlVisitStore implements VisitStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async begin(visit: Visit): Promise<void> {
    await this.#db.write.insertInto("visits").values(rowOf(visit)).execute();
  }

  async take(sessions: readonly SessionId[]): Promise<readonly Visit[]> {
    if (sessions.length === 0) return [];
    const taken = this.#db.write.deleteFrom("visits").where("session_id", "in", [...sessions]);
    return (await taken.returningAll().execute()).map(visitOf);
  }

  async past(now: EpochMs): Promise<readonly PastVisit[]> {
    const rows = await this.#db.read
      .selectFrom("visits")
      .leftJoin("sessions", "sessions.id", "visits.session_id")
      .leftJoin("tenants", "tenants.id", "visits.tenant_id")
      .selectAll("visits")
      .select(["sessions.expires_time", "tenants.id as present_tenant"])
      .where((eb) => eb.or([eb("sessions.id", "is", null), eb("sessions.expires_time", "<=", now)]))
      .limit(closedAtOnce)
      .execute();
    return rows.map((row) => ({
      ...visitOf(row),
      isExpired: row.expires_time !== null,
      hasTenant: row.present_tenant !== null,
    }));
  }
}

const rowOf = (visit: Visit): Row => ({
  session_id: visit.sessionId,
  tenant_id: visit.tenantId,
  tenant_name: visit.tenantName,
  user_id: visit.userId,
  username: visit.username,
  address: visit.address,
});

const visitOf = (row: Row): Visit => ({
  sessionId: row.session_id as SessionId,
  tenantId: row.tenant_id as TenantId,
  tenantName: row.tenant_name,
  userId: row.user_id as UserId,
  username: row.username,
  address: row.address,
});
