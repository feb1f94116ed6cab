// Loaded before a node by the benchmark, never by the product: as it is told, changes are made with their entries,
// without them, or as if there were no audit log at all. Each word is answered with the processor time used so far, that of
// sealing what was left waiting included.
import { isMainThread } from "node:worker_threads";
import type { ActNotes, AuditedAct } from "../../server/src/core/audit/index.ts";

export type Manner = "with its entry" | "without its entry" | "without any audit";

let manner: Manner = "with its entry";

const deaf: ActNotes = {
  isHeard: false,
  before: () => undefined,
  after: () => undefined,
  facts: () => undefined,
  entity: () => undefined,
};

if (isMainThread) {
  const { Audit } = await import("../../server/src/core/audit/index.ts");
  const { SqlAuditStore } = await import("../../server/src/adapters/sql/stores/audit-store.ts");
  const { append } = SqlAuditStore.prototype;
  const { change, together } = Audit.prototype;
  const stores = new Set<InstanceType<typeof SqlAuditStore>>();
  SqlAuditStore.prototype.append = async function (entry) {
    stores.add(this);
    if (manner === "with its entry") await append.call(this, entry);
  };
  Audit.prototype.change = function <T>(
    this: typeof Audit.prototype,
    act: AuditedAct,
    work: (_: ActNotes) => Promise<T>,
  ) {
    return manner === "without any audit" ? work(deaf) : (change.call(this, act, work) as Promise<T>);
  };
  Audit.prototype.together = function <T>(this: typeof Audit.prototype, work: () => Promise<T>) {
    return manner === "without any audit" ? work() : (together.call(this, work) as Promise<T>);
  };
  const turnTo = async (wanted: Manner) => {
    manner = wanted;
    for (const store of stores) await store.seal(); // what is left for later is counted where it was left
    const { user, system } = process.cpuUsage();
    process.send?.((user + system) / 1_000);
  };
  process.on("message", (wanted: Manner) => void turnTo(wanted));
}
