// What an entry of the audit log costs a change, and pages of a log of millions of entries [AUD1]. The same changes are
// made by a person, which leaves an entry, and by nobody, which does not, in turns within one process.
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Database } from "../../server/src/adapters/sql/database.ts";
import { migrate } from "../../server/src/adapters/sql/migrations/migrate.ts";
import { SqlTransactions } from "../../server/src/adapters/sql/sql-transactions.ts";
import { openSqlite } from "../../server/src/adapters/sql/sqlite/open-sqlite.ts";
import { SqlAuditStore } from "../../server/src/adapters/sql/stores/audit-store.ts";
import { SqlTenantStore } from "../../server/src/adapters/sql/stores/tenant-store.ts";
import { type Actor, Audit, type AuditEntry, type AuditQuery, actingAs } from "../../server/src/core/audit/index.ts";
import { type AuditId, newId, type TenantId, type UserId } from "../../server/src/kernel/ids.ts";
import { epochMs, systemClock } from "../../server/src/kernel/time.ts";
import { compareMs } from "../measure.ts";

const entryCount = Number(process.env["BENCH_ENTRIES"] ?? 1_000_000);
const usersInLog = 100;
const entitiesInLog = 10_000;
const entriesPerTransaction = 5_000;
const changesPerRun = 200;
const firstTime = 1_700_000_000_000;

const folder = mkdtempSync(join(tmpdir(), "heliograph-bench-"));
const database = await openSqlite(join(folder, "heliograph.db"));
await migrate(database);
const tenantId = newId<TenantId>();
await new SqlTenantStore(database).create({ id: tenantId, name: "bench", createdTime: systemClock() });
const store = new SqlAuditStore(database);
const users = Array.from({ length: usersInLog }, () => newId<UserId>());
const entities = Array.from({ length: entitiesInLog }, () => randomUUID());

await fill(database);
await comparePages();
await compareChanges(database);
await database.close();
rmSync(folder, { recursive: true, force: true });

function entryAt(index: number): AuditEntry {
  const user = index % usersInLog;
  return {
    id: newId<AuditId>(),
    tenantId,
    createdTime: epochMs(firstTime + index * 1_000),
    userId: users[user] ?? null,
    userName: `user ${user}`,
    address: "192.0.2.7",
    via: "session",
    action: "UPDATED",
    entity: { type: "DEVICE", id: entities[(index * 7) % entitiesInLog] ?? "", name: `logger ${index}` },
    data: { before: { label: `label ${index}` }, after: { label: `label ${index + 1}` } },
    failure: null,
    count: 1,
  };
}

async function fill(db: Database): Promise<void> {
  const start = performance.now();
  for (let from = 0; from < entryCount; from += entriesPerTransaction) {
    await db.transact(async () => {
      for (let index = from; index < Math.min(entryCount, from + entriesPerTransaction); index++)
        await store.append(entryAt(index));
    });
  }
  const seconds = (performance.now() - start) / 1_000;
  console.log(`${entryCount} entries written in ${seconds.toFixed(1)} s`);
}

async function comparePages(): Promise<void> {
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
  const queries: Record<string, [Partial<AuditQuery>, number]> = {
    "the newest": [{}, 0],
    "a page in the middle of everything": [{}, Math.floor(entryCount / 200)],
    "an hour": [{ startTime: epochMs(middle), endTime: epochMs(middle + 3_600_000) }, 0],
    "the older half": [{ endTime: epochMs(middle) }, 3],
    "of one user": [{ userId: users[3] }, 0],
    "of one entity": [{ entity: { type: "DEVICE", id: entities[70] ?? "" } }, 0],
  };
  for (const [name, [query, page]] of Object.entries(queries)) {
    const times: number[] = [];
    let total = 0;
    for (let run = 0; run < 20; run++) {
      const start = performance.now();
      total = (await store.page({ ...everything, ...query }, { page, limit: 100 })).totalElements;
      times.push(performance.now() - start);
    }
    const [median, worst] = [times.toSorted((a, b) => a - b)[10] ?? 0, Math.max(...times)];
    console.log(`page, ${name} (${total}): ${median.toFixed(1)} ms, worst ${worst.toFixed(1)} ms (aim ≤ 100)`);
  }
}

/** A change as the product makes it: a row is read and written, and what came of it is read again. */
async function compareChanges(db: Database): Promise<void> {
  const audit = new Audit({ store, transactions: new SqlTransactions(db), clock: systemClock });
  const actor: Actor = { kind: "user", userId: users[0] ?? null, name: "user 0", address: "192.0.2.7", tenantId };
  let counter = 0;
  const change = () =>
    audit.change({ action: "UPDATED", entity: { type: "TENANT", id: tenantId, name: "bench" } }, async (notes) => {
      const name = `bench ${++counter}`;
      notes.before({ name: `bench ${counter - 1}` });
      notes.after({ name });
      await db.write.updateTable("tenants").set({ name }).where("id", "=", tenantId).execute();
    });
  const many = async () => {
    for (let index = 0; index < changesPerRun; index++) await change();
  };
  const ms = await compareMs(() => actingAs(actor, many), many, 9);
  const [on, off] = [ms.ours / changesPerRun, ms.theirs / changesPerRun];
  console.log(
    `a change with its entry ${on.toFixed(2)} ms, without ${off.toFixed(2)} ms, ratio ${(on / off).toFixed(2)}`,
  );
}
