import { type TenantRole, tenantRoles } from "@heliograph/contract";
import { withAdministration } from "../administration.ts";
import type { Command, CommandInput } from "../command.ts";
import { CommandError, UsageError } from "../failure.ts";
import { type ChosenPassword, choosePassword, passwordLine, passwordOptions } from "../password.ts";
import { checkPerson } from "../valid-names.ts";

/** A new user, or a further tenant for an existing one, whose password stays [AUTH6]. */
export const createUser: Command = {
  name: "create-user",
  summary: "Create a user in a tenant; an existing user is given a further tenant and keeps the password",
  arguments: ["username"],
  options: {
    tenant: { type: "string", meaning: "Name of the tenant" },
    role: { type: "string", meaning: `One of ${tenantRoles.join(", ")}` },
    "first-name": { type: "string", meaning: "First name" },
    "last-name": { type: "string", meaning: "Last name" },
    ...passwordOptions,
  },
  run: async (input) => {
    const [tenant, role, person] = [input.requireOption("tenant"), roleOf(input), personOf(input)];
    const isNew = await withAdministration(input.config, async ({ tenants, users }) => {
      if (!(await tenants.findByName(tenant))) throw new CommandError(`There is no tenant ${tenant}.`);
      return !(await users.exists(person.username));
    });
    // The installation is not held open while somebody types.
    const password = isNew ? await choosePassword(input) : undefined;
    await add(input, tenant, { ...person, ...(password && { password: password.text }) }, role);
    console.log(outcome(person.username, tenant, role, password));
  },
};

function roleOf(input: CommandInput): TenantRole {
  const written = input.requireOption("role");
  const role = tenantRoles.find((candidate) => candidate === written.toUpperCase());
  if (!role) throw new UsageError(`--role must be one of ${tenantRoles.join(", ")}, not "${written}"`);
  return role;
}

function personOf(input: CommandInput) {
  const [firstName, lastName] = [input.option("first-name"), input.option("last-name")];
  const names = { ...(firstName !== undefined && { firstName }), ...(lastName !== undefined && { lastName }) };
  const person = { username: input.requireArgument("username"), ...names };
  checkPerson(person);
  return person;
}

type Person = ReturnType<typeof personOf> & { readonly password?: string };

const add = (input: CommandInput, tenantName: string, person: Person, role: TenantRole) =>
  withAdministration(input.config, async ({ tenants, users }) => {
    const tenant = await tenants.findByName(tenantName);
    if (!tenant) throw new CommandError(`There is no tenant ${tenantName}.`);
    await users.add(tenant.id, person, role);
  });

function outcome(username: string, tenant: string, role: TenantRole, password: ChosenPassword | undefined): string {
  if (password) return `${username} was created as ${role} of ${tenant}${passwordLine(password)}`;
  return `${username} existed already and is now ${role} of ${tenant} as well; the password stays as it is`;
}
