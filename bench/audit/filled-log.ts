import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Database } from "../../server/src/adapters/sql/database.ts";
import { SqlAuditStore } from "../../server/src/adapters/sql/stores/audit-store.ts";
import type { AuditEntry, AuditQuery } from "../../server/src/core/audit/index.ts";
import { type AuditId, newId, type TenantId, type UserId } from "../../server/src/kernel/ids.ts";
import { epochMs } from "../../server/src/kernel/time.ts";

const entryCount = Number(process.env["BENCH_ENTRIES"] ?? 1_000_000);
const usersInLog = 100;
const entitiesInLog = 10_000;
const entriesPerTransaction = 5_000;
const looksPerQuery = 20;
const firstTime = 1_700_000_000_000;
const entriesPerReport = 1_000_000;

const users = Array.from({ length: usersInLog }, () => newId<UserId>());
const entities = Array.from({ length: entitiesInLog }, () => randomUUID());

function entryAt(tenantId: TenantId, index: number): AuditEntry {
  const user = index % usersInLog;
  return {
    id: newId<AuditId>(),
    tenantId,
    createdTime: epochMs(firstTime + index * 1_000),
    userId: users[user] ?? null,
    userName: `user ${user}`,
    address: "192.0.2.7",
    via: "session",
    action: index % 1_000 === 0 ? "DELETED" : "UPDATED",
    entity: {
      type: index % 997 === 0 ? "ROLE" : "DEVICE",
      id: entities[(index * 7) % entitiesInLog] ?? "",
      name: `logger ${index}`,
    },
    data: { before: { label: `label ${index}` }, after: { label: `label ${index + 1}` } },
    failure: null,
    count: 1,
  };
}

/** Written as the product writes them, many to a transaction; indexes are made anew behind it, which saves a third of the time. */
export async function fillLog(db: Database, tenantId: TenantId): Promise<void> {
  const store = new SqlAuditStore(db);
  const start = performance.now();
  const told = () => `in ${((performance.now() - start) / 1_000).toFixed(1)} s`;
  const { rows: indexes } = await sql<{ name: string; sql: string }>`
    select name, sql from sqlite_master where type = 'index' and tbl_name = 'audit_entries' and sql is not null`.execute(
    db.write,
  );
  for (const { name } of indexes) await sql`drop index ${sql.ref(name)}`.execute(db.write);
  for (let from = 0; from < entryCount; from += entriesPerTransaction) {
    const to = Math.min(entryCount, from + entriesPerTransaction);
    await db.transact(async () => {
      for (let index = from; index < to; index++) await store.append(entryAt(tenantId, index));
    });
    await store.seal();
    if (to % entriesPerReport === 0 && to < entryCount) console.log(`${to} of ${entryCount} entries written ${told()}`);
  }
  for (const index of indexes) await sql.raw(index.sql).execute(db.write);
  console.log(`${entryCount} entries written ${told()}`);
}

/** Pages of a hundred, each asked for several times. */
export async function showPages(db: Database, tenantId: TenantId): Promise<void> {
  const store = new SqlAuditStore(db);
  for (const [name, [query, page]] of Object.entries(queriesIn(tenantId))) {
    const times: number[] = [];
    let total = 0;
    for (let look = 0; look < looksPerQuery; look++) {
      const start = performance.now();
      total = (await store.page(query, { page, limit: 100 })).totalElements;
      times.push(performance.now() - start);
    }
    const [median, worst] = [times.toSorted((a, b) => a - b)[looksPerQuery / 2] ?? 0, Math.max(...times)];
    console.log(`page, ${name} (${total}): ${median.toFixed(1)} ms, worst ${worst.toFixed(1)} ms (aim ≤ 100)`);
  }
}

function queriesIn(tenantId: TenantId): Readonly<Record<string, readonly [AuditQuery, number]>> {
  const middle = firstTime + (entryCount / 2) * 1_000;
  const everything: AuditQuery = {
    tenantId,
    startTime: undefined,
    endTime: undefined,
    userId: undefined,
    entity: undefined,
    actions: undefined,
    entityTypes: undefined,
    textSearch: undefined,
    descending: true,
  };
  return {
    "the newest": [everything, 0],
    "in the middle of everything": [everything, Math.floor(entryCount / 200)],
    "an hour": [{ ...everything, startTime: epochMs(middle), endTime: epochMs(middle + 3_600_000) }, 0],
    "the older half": [{ ...everything, endTime: epochMs(middle) }, 3],
    "of one user": [{ ...everything, userId: users[3] }, 0],
    "of one entity": [{ ...everything, entity: { type: "DEVICE", id: entities[70] ?? "" } }, 0],
    "of a rare kind of entity": [{ ...everything, entityTypes: ["ROLE"] }, 0],
    "of a common action": [{ ...everything, actions: ["UPDATED"] }, 0],
  };
}
