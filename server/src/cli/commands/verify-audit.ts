import type { AuditChain } from "../../core/audit/index.ts";
import type { EpochMs } from "../../kernel/time.ts";
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
      const found = (await auditStore.orphans()).map(
        (tenantId) => `${nameOf({ tenantId })}: the end of its chain is missing`,
      );
      for (const row of await auditStore.illFormed()) found.push(`row ${row} of what waits to be sealed is no entry`);
      for (const chain of await auditStore.chains()) {
        const fault = await auditStore.verify(chain);
        if (fault) found.push(`${nameOf(chain)}: entry ${fault.number} is ${fault.problem}`);
        else console.log(`${nameOf(chain)}: ${chain.number - chain.anchorNumber} entries, ends with ${chain.hash}`);
        const gone = goneEarly(chain, await auditStore.oldest(chain), input.config.auditRetention);
        if (gone) console.log(`${nameOf(chain)}: ${gone}`);
      }
      const waiting = await auditStore.waiting();
      if (waiting > 0) console.log(`note: ${waiting} rows wait to be sealed into their chains`);
      return found;
    });
    if (faults.length > 0) throw new CommandError(`The audit log was touched:\n${faults.join("\n")}`);
  },
};

/**
 * A chain that lost its beginning looks like one whose beginning expired. Where what is left is younger than entries are
 * kept, somebody should look: either nothing was done in between, or the log of the node knows more entries.
 */
function goneEarly({ anchorNumber }: AuditChain, oldest: EpochMs | undefined, keptMs: number): string | undefined {
  if (anchorNumber === 0 || (oldest !== undefined && oldest < Date.now() - keptMs + dayMs)) return undefined;
  const left = oldest === undefined ? "nothing is left" : `the oldest one left is of ${new Date(oldest).toISOString()}`;
  return `note: entries up to ${anchorNumber} are gone and ${left}, younger than entries are kept`;
}

const dayMs = 24 * 60 * 60_000;

const nameOf = ({ tenantId }: Pick<AuditChain, "tenantId">): string =>
  tenantId === null ? "installation" : `tenant ${tenantId}`;
