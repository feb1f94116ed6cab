#!/usr/bin/env node
// The command `osf`. Results go to stdout, progress and errors to stderr; see exit.ts for the exit codes.
import { OsfError } from "../format/errors.ts";
import { channels } from "./channels.ts";
import type { Command } from "./command.ts";
import { convert } from "./convert.ts";
import { exitCode, UsageError } from "./exit.ts";
import { exportCommand } from "./export.ts";
import { info } from "./info.ts";
import { merge } from "./merge.ts";
import { Arguments } from "./options.ts";
import { repair } from "./repair.ts";
import { stat } from "./stat.ts";
import { verify } from "./verify.ts";

const commands: Readonly<Record<string, Command>> = {
  info,
  channels,
  stat,
  export: exportCommand,
  convert,
  verify,
  repair,
  merge,
};

function helpText(): string {
  const lines = Object.entries(commands).map(([name, { summary }]) => `  ${name.padEnd(9)} ${summary}`);
  return `osf: measurement files in the Open Streaming Format\n\nUsage: osf COMMAND ... [--json] [--quiet]\n\n${lines.join("\n")}\n\nosf COMMAND --help says more.\n`;
}

async function run([name, ...args]: readonly string[]): Promise<number> {
  if (name === undefined || name === "--help" || name === "-h" || name === "help") {
    process.stdout.write(helpText());
    return name === undefined ? exitCode.badArguments : exitCode.ok;
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw new UsageError(`unknown command '${name}'; try: osf --help`);
  const parsed = new Arguments(args, command.options);
  if (!parsed.has("help")) return command.run(parsed);
  process.stdout.write(`Usage: osf ${name} ${command.usage}\n\n${command.summary}\n`);
  return exitCode.ok;
}

function codeOf(error: unknown): number | undefined {
  if (error instanceof UsageError) return exitCode.badArguments;
  if (error instanceof OsfError) return exitCode.format;
  if (!(error instanceof Error) || !("code" in error)) return undefined;
  return error.code === "ENOENT" ? exitCode.notFound : exitCode.inputOutput;
}

/** `osf export ... | head` closes the pipe early: that is no failure. */
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  process.exit(error.code === "EPIPE" ? exitCode.ok : exitCode.inputOutput);
});

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  const code = codeOf(error);
  if (code === undefined || !(error instanceof Error)) throw error;
  process.stderr.write(`osf: ${error.message}\n`);
  process.exitCode = code;
}
