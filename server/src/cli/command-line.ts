import { userInfo } from "node:os";
import { DataFolderInUseError } from "../adapters/data-folder/data-folder.ts";
import { NewerDataError } from "../adapters/sql/migrations/newer-data-error.ts";
import { type Actor, actingAs } from "../core/audit/index.ts";
import { StartRefusedError } from "../core/installation/index.ts";
import { AppError } from "../kernel/errors.ts";
import { ConfigError } from "../settings/config.ts";
import { nearest } from "../settings/nearest.ts";
import type { Command } from "./command.ts";
import { commands } from "./commands.ts";
import { CommandError, DamageFound, UsageError } from "./failure.ts";
import { parseCommand } from "./parse-command.ts";

const exitCodes = { done: 0, failed: 1, usage: 2, damaged: 3 } as const;

/** Does what the arguments say and tells it on the console; resolves with the exit code. */
export async function commandLine(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<number> {
  try {
    const [command, rest] = chosen(args);
    const { input, warnings } = parseCommand(command, rest, env);
    for (const warning of warnings) console.error(warning);
    await actingAs(administratorOfTheMachine(), () => command.run(input));
    return exitCodes.done;
  } catch (error) {
    return report(error);
  }
}

/** Whoever uses the machine; a user without a name, as in some containers, has a number. */
function administratorOfTheMachine(): Actor {
  return { kind: "command-line", userId: null, name: nameOnTheMachine(), address: null, tenantId: null };
}

function nameOnTheMachine(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? "unknown"}`;
  }
}

/** `helio`, `helio --help`, `helio backup --help` and `helio help backup` are all ways to ask. */
function chosen(args: readonly string[]): [Command, readonly string[]] {
  const [first = "help", ...rest] = args;
  if (first === "--version") return [commandNamed("version"), rest];
  if (["--help", "-h"].includes(first)) return [commandNamed("help"), rest];
  const command = commandNamed(first);
  if (rest.some((arg) => ["--help", "-h"].includes(arg))) return [commandNamed("help"), [command.name]];
  return [command, rest];
}

function commandNamed(name: string): Command {
  const command = commands.find((candidate) => candidate.name === name);
  if (command) return command;
  const names = commands.map((candidate) => candidate.name);
  throw new UsageError(`there is no command "${name}", did you mean ${nearest(name, names)}?`);
}

/** Expected refusals are a sentence; anything else is a bug and shows where it happened. */
function report(error: unknown): number {
  if (error instanceof UsageError) console.error(`${error.message}\nAll commands: npm run helio -- help`);
  else if (isExpected(error)) console.error(error.message);
  else console.error(error);
  if (error instanceof DamageFound) return exitCodes.damaged;
  return error instanceof UsageError || error instanceof ConfigError ? exitCodes.usage : exitCodes.failed;
}

function isExpected(error: unknown): error is Error {
  const refusals = [AppError, CommandError, ConfigError, DataFolderInUseError, NewerDataError, StartRefusedError];
  const kinds = [...refusals, DamageFound];
  return kinds.some((kind) => error instanceof kind) || isSystemError(error);
}

/** A folder that may not be written, a database that cannot be reached: the system's own words are clear. */
const isSystemError = (error: unknown): boolean => error instanceof Error && "syscall" in error && "code" in error;
