import type { Database } from "../../server/src/adapters/sql/database.ts";
import { SqlTransactions } from "../../server/src/adapters/sql/sql-transactions.ts";
import { SqlAuditStore } from "../../server/src/adapters/sql/stores/audit-store.ts";
import { type Actor, Audit, actingAs } from "../../server/src/core/audit/index.ts";
import { newId, type TenantId, type UserId } from "../../server/src/kernel/ids.ts";
import { systemClock } from "../../server/src/kernel/time.ts";
import { compareMs } from "../measure.ts";

const changesPerRun = 200;
const runs = 9;

/** The least a change can be: one statement by primary key, made by a person, and by nobody, who leaves no entry. */
export async function compareBareRows(db: Database, tenantId: TenantId): Promise<void> {
  const store = new SqlAuditStore(db);
  const audit = new Audit({ store, transactions: new SqlTransactions(db), clock: systemClock });
  const person: Actor = { kind: "user", userId: newId<UserId>(), name: "user 0", address: "192.0.2.7", tenantId };
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
    await store.seal(); // nothing is left for later
  };
  const cpu = { ours: 0, theirs: 0 };
  const ms = await compareMs(
    () => counted(cpu, "ours", () => actingAs(person, many)),
    () => counted(cpu, "theirs", many),
    runs,
  );
  const [on, off] = [ms.ours / changesPerRun, ms.theirs / changesPerRun];
  const [cpuOn, cpuOff] = [cpu.ours, cpu.theirs].map((total) => total / changesPerRun / (runs + 1));
  console.log(
    `a bare row with its entry ${on.toFixed(2)} ms, without ${off.toFixed(2)} ms, ratio ${(on / off).toFixed(2)}; ` +
      `CPU ${cpuOn?.toFixed(2)} and ${cpuOff?.toFixed(2)} ms`,
  );
}

async function counted<Side extends string>(
  cpu: Record<Side, number>,
  side: Side,
  work: () => Promise<void>,
): Promise<void> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  cpu[side] += (user + system) / 1_000;
}
