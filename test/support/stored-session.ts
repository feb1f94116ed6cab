import type { Database } from "../../server/src/adapters/sql/database.ts";
import { SqlSessionStore } from "../../server/src/adapters/sql/stores/session-store.ts";
import { SqlUserStore } from "../../server/src/adapters/sql/stores/user-store.ts";
import { type AuthorityId, newId, type SessionId, type TenantId, type UserId } from "../../server/src/kernel/ids.ts";
import { epochMs } from "../../server/src/kernel/time.ts";

/** A session of a user of the tenant, straight in the database. */
export async function storedSession(database: Database, tenantId: TenantId): Promise<SessionId> {
  const [userId, authorityId, id] = [newId<UserId>(), newId<AuthorityId>(), newId<SessionId>()];
  const names = { username: `user ${userId}`, firstName: null, lastName: null };
  const createdTime = epochMs(1);
  await new SqlUserStore(database).create(
    { id: userId, createdTime, ...names, passwordHash: "hash" },
    { id: authorityId, role: "VIEWER", tenantId, createdTime },
  );
  const times = { createdTime, lastUsedTime: createdTime, expiresTime: epochMs(Number.MAX_SAFE_INTEGER) };
  const session = {
    id,
    userId,
    authorityId,
    generation: 0,
    ...times,
    address: null,
    userAgent: null,
    isVerified: false,
    openedTenantId: null,
  };
  await new SqlSessionStore(database).create(session, "hash");
  return id;
}
