import { withAdministration } from "../administration.ts";
import type { Command } from "../command.ts";
import { CommandError } from "../failure.ts";
import { choosePassword, passwordLine, passwordOptions } from "../password.ts";
import { checkPerson } from "../valid-names.ts";

/** An account of its own, outside of all tenants [RUN4]. */
export const createSystemAdministrator: Command = {
  name: "create-system-administrator",
  summary: "Create a system administrator: makes and removes tenants, and belongs to none",
  arguments: ["username"],
  options: passwordOptions,
  run: async (input) => {
    const username = input.requireArgument("username");
    checkPerson({ username });
    if (await withAdministration(input.config, ({ users }) => users.exists(username))) throw nameTaken(username);
    const password = await choosePassword(input);
    const person = { username, password: password.text };
    await withAdministration(input.config, async ({ users }) => {
      if (await users.exists(username)) throw nameTaken(username);
      await users.add(undefined, person, "SYS_ADMIN");
    });
    console.log(`${username} was created as system administrator${passwordLine(password)}`);
  },
};

const nameTaken = (username: string) =>
  new CommandError(`There is a user ${username} already; a system administrator is an account of its own.`);
