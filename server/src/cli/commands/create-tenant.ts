import { withAdministration } from "../administration.ts";
import type { Command } from "../command.ts";
import { checkTenantName } from "../valid-names.ts";

export const createTenant: Command = {
  name: "create-tenant",
  summary: "Create a tenant",
  arguments: ["name"],
  options: {},
  run: async (input) => {
    const name = input.requireArgument("name");
    checkTenantName(name);
    const tenant = await withAdministration(input.config, ({ tenants }) => tenants.create(name));
    console.log(`Tenant ${tenant.name} was created, its id is ${tenant.id}`);
  },
};
