import { withAdministration } from "../administration.ts";
import type { Command } from "../command.ts";
import { CommandError } from "../failure.ts";
import { choosePassword, passwordLine, passwordOptions } from "../password.ts";

const noSuchUser = (username: string) => new CommandError(`There is no user ${username}.`);

/** The sessions end in the database; a running node looks there again within two seconds. */
export const resetPassword: Command = {
  name: "reset-password",
  summary: "Give a user a new password and end all of the user's sessions",
  arguments: ["username"],
  options: passwordOptions,
  run: async (input) => {
    const username = input.requireArgument("username");
    if (!(await withAdministration(input.config, ({ users }) => users.exists(username)))) throw noSuchUser(username);
    const password = await choosePassword(input);
    const isDone = await withAdministration(input.config, ({ users }) => users.resetPassword(username, password.text));
    if (!isDone) throw noSuchUser(username);
    console.log(`${username} has a new password, and every session has ended${passwordLine(password)}`);
  },
};
