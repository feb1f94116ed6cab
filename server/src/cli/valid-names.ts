import { personFault, tenantNameFault } from "../settings/valid-names.ts";
import { UsageError } from "./failure.ts";

export const checkTenantName = (name: string): void => refuse(tenantNameFault(name));

export const checkPerson = (person: Parameters<typeof personFault>[0]): void => refuse(personFault(person));

function refuse(fault: string | undefined): void {
  if (fault !== undefined) throw new UsageError(fault);
}
