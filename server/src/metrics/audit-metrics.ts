import { Gauge, type Registry } from "prom-client";
import type { AuditStore } from "../core/audit/index.ts";
import { orUnknown } from "./or-unknown.ts";

interface Measured {
  readonly registry: Registry;
  readonly auditStore: Pick<AuditStore, "waiting">;
}

/** Entries that are stored and not in their chain yet: a second later there should be none [AUD1]. */
export function measureAudit({ registry, auditStore }: Measured): void {
  new Gauge({
    name: "heliograph_audit_waiting",
    help: "Entries of the audit log that wait to be sealed into their chain",
    registers: [registry],
    async collect() {
      this.set(await orUnknown(auditStore.waiting()));
    },
  });
}
