// What the entry in the audit log costs a change, and pages of a log of millions of entries [AUD1].
// `npm run bench -- audit [part …]`: sqlite and postgres (changes over HTTP), rows (a bare row), pages.
// BENCH_ENTRIES (1000000) is the size of the log whose pages are read, BENCH_ROUNDS (15) how often changes are repeated.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Database } from "../../server/src/adapters/sql/database.ts";
import { migrate } from "../../server/src/adapters/sql/migrations/migrate.ts";
import { openSqlite } from "../../server/src/adapters/sql/sqlite/open-sqlite.ts";
import { SqlTenantStore } from "../../server/src/adapters/sql/stores/tenant-store.ts";
import { newId, type TenantId } from "../../server/src/kernel/ids.ts";
import { systemClock } from "../../server/src/kernel/time.ts";
import { askedParts } from "../asked-parts.ts";
import { compareBareRows } from "./bare-rows.ts";
import { compareOnPostgres, compareOnSqlite } from "./changes.ts";
import { fillLog, showPages } from "./filled-log.ts";

async function withDatabase(work: (db: Database, tenantId: TenantId) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "heliograph-bench-"));
  const db = await openSqlite(join(folder, "heliograph.db"));
  await migrate(db);
  const tenantId = newId<TenantId>();
  await new SqlTenantStore(db).create({ id: tenantId, name: "bench", createdTime: systemClock() });
  try {
    await work(db, tenantId);
  } finally {
    await db.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

const parts: Readonly<Record<string, () => Promise<void>>> = {
  sqlite: compareOnSqlite,
  postgres: compareOnPostgres,
  rows: () => withDatabase(compareBareRows),
  pages: () =>
    withDatabase(async (db, tenantId) => {
      await fillLog(db, tenantId);
      await showPages(db, tenantId);
      await compareBareRows(db, tenantId); // beside so many
    }),
};

for (const part of askedParts(parts)) await part();
