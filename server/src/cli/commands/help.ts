import { nearest } from "../../settings/nearest.ts";
import type { Command } from "../command.ts";
import { UsageError } from "../failure.ts";

const program = "npm run helio --";
const columnWidth = 30;

export const helpCommand = (all: () => readonly Command[]): Command => ({
  name: "help",
  summary: "Show this, or what a command takes",
  arguments: ["[command]"],
  options: {},
  run: async (input) => {
    const name = input.argument("[command]");
    console.log(name === undefined ? overview(all()) : explanation(all(), name));
  },
});

function overview(commands: readonly Command[]): string {
  return [
    `Usage: ${program} <command> [arguments] [options]`,
    "",
    ...commands.map(({ name, summary }) => entry(name, summary)),
    "",
    "Commands work on the data folder (--data-dir or HELIO_DATA_DIR), also while its node runs, or on PostgreSQL",
    "(HELIO_DATABASE_URL). Every setting of the node is taken as a flag or a variable: npm start -- --help.",
  ].join("\n");
}

function explanation(commands: readonly Command[], name: string): string {
  const command = commands.find((candidate) => candidate.name === name);
  const names = commands.map((candidate) => candidate.name);
  if (!command) throw new UsageError(`there is no command "${name}", did you mean ${nearest(name, names)}?`);
  const taken = command.arguments.map((argument) => (argument.startsWith("[") ? argument : `<${argument}>`));
  const options = Object.entries(command.options).map(([option, { type, meaning }]) =>
    entry(`--${option}${type === "string" ? " <text>" : ""}`, meaning),
  );
  return [`Usage: ${[program, name, ...taken, "[options]"].join(" ")}`, "", command.summary, ...options].join("\n");
}

const entry = (left: string, right: string): string => `  ${left.padEnd(columnWidth)} ${right}`;
