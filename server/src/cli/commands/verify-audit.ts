import type { AuditChain } from "../../core/audit/index.ts";
import { withAdministration } from "../administration.ts";
import type { Command } from "../command.ts";
import { CommandError } from "../failure.ts";

/** Each line names the end of a chain: who keeps it elsewhere can tell later that nothing before it was touched. */
export const verifyAudit: Command = {
  name: "verify-audit",
  summary: "Check that no entry of the audit log was changed or removed",
  arguments: [],
  options: {},
  run: async (input) => {
    const faults = await withAdministration(input.config, async ({ auditStore }) => {
      const found: string[] = [];
      for (const chain of await auditStore.chains()) {
        const fault = await auditStore.verify(chain);
        if (fault) found.push(`${nameOf(chain)}: entry ${fault.number} is ${fault.problem}`);
        else console.log(`${nameOf(chain)}: ${chain.number - chain.anchorNumber} entries, ends with ${chain.hash}`);
      }
      return found;
    });
    if (faults.length > 0) throw new CommandError(`The audit log was touched:\n${faults.join("\n")}`);
  },
};

const nameOf = ({ tenantId }: AuditChain): string => (tenantId === null ? "installation" : `tenant ${tenantId}`);
