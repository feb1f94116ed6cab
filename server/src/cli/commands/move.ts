import { readFile } from "node:fs/promises";
import { parseEnv } from "node:util";
import { SqlError } from "../../adapters/sql/sql-error.ts";
import { AppError } from "../../kernel/errors.ts";
import { type Config, readConfig } from "../../settings/config.ts";
import { startFault } from "../../start/start-fault.ts";
import type { Command } from "../command.ts";
import { CommandError } from "../failure.ts";
import { nameOfSide, sideOf } from "../move/move-side.ts";

export const moveCommand: Command = {
  name: "move",
  summary:
    "Copy everything to where the settings in a file (HELIO_…=… lines) say, and compare it: between a data folder and PostgreSQL with S3, either way; both nodes stopped. Cut short, it goes on when called again; the source stays as it is",
  arguments: ["settings-file"],
  options: { anew: { type: "boolean", meaning: "Remove what an unfinished move left at the target, and begin again" } },
  run: async (input) => {
    const [from, to] = [sideOf(input.config), sideOf(await configIn(input.requireArgument("settings-file")))];
    console.log(`Moving ${nameOfSide(from)}\n    to ${nameOfSide(to)}`);
    const { moveInstallation } = await import("../move/move-installation.ts");
    await moveInstallation(from, to, input.has("anew")).catch((error: unknown) => {
      throw inWords(error, to.config);
    });
    console.log(
      "Done, and the same as the source. Start the node with the new settings. The source was not changed: do not start a node on it " +
        "again, it would go on by itself.",
    );
  },
};

/** What the environment of this command says is of the source. */
async function configIn(file: string): Promise<Config> {
  const { config, warnings } = readConfig([], parseEnv(await readFile(file, "utf8")));
  for (const warning of warnings) console.error(warning);
  return config;
}

const goesOn = "The source was not changed; called again, the move goes on where it was.";

function inWords(error: unknown, config: Config): unknown {
  if (error instanceof AppError) {
    const { name, message } = error.details;
    const told = [name, message].filter((word) => word !== undefined).join(": ");
    return new CommandError(`${error.message}${told === "" ? "" : ` (${told})`}. ${goesOn}`);
  }
  const known = startFault(error, config);
  if (known !== error) return known;
  return error instanceof SqlError ? new CommandError(`PostgreSQL says: ${error.message}. ${goesOn}`) : error;
}
