import { withAdministration } from "../administration.ts";
import type { Command } from "../command.ts";
import { CommandError } from "../failure.ts";

/** For whoever lost both the telephone and the recovery codes, and has no administrator above them [AUTH9]. */
export const resetSecondFactor: Command = {
  name: "reset-second-factor",
  summary: "Take away the second factor of a user who lost it, and end all of the user's sessions",
  arguments: ["username"],
  options: {},
  run: async (input) => {
    const username = input.requireArgument("username");
    await withAdministration(input.config, async ({ users, secondFactors }) => {
      const user = await users.findByName(username);
      if (!user) throw new CommandError(`There is no user ${username}.`);
      const { enabledTime } = await secondFactors.stateOf(user.id, undefined);
      if (enabledTime === null) throw new CommandError(`${username} has no second factor.`);
      await secondFactors.resetByName(user);
    });
    console.log(`${username} has no second factor any more, and every session has ended.`);
  },
};
