import { parseArgs } from "node:util";
import { readConfig } from "../settings/config.ts";
import { nearest } from "../settings/nearest.ts";
import { flagOf, settings } from "../settings/settings.ts";
import { type Command, CommandInput } from "./command.ts";
import { UsageError } from "./failure.ts";

type OptionToken = Extract<NonNullable<ReturnType<typeof parseArgs>["tokens"]>[number], { readonly kind: "option" }>;

const settingFlags = Object.values(settings).map(({ variable }) => flagOf(variable));
const typesOf = (command: Command) => ({
  ...Object.fromEntries(settingFlags.map((flag) => [flag.slice(2), { type: "string" as const }])),
  ...Object.fromEntries(Object.entries(command.options).map(([name, { type }]) => [name, { type }])),
});

/** Reads the arguments of a command: its own options first, then every setting as a flag, as the node takes them. */
export function parseCommand(
  command: Command,
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): { readonly input: CommandInput; readonly warnings: readonly string[] } {
  const { tokens } = parseArgs({
    args: [...args],
    options: typesOf(command),
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const options = new Map<string, string>();
  const positionals: string[] = [];
  const flags: string[] = [];
  for (const token of tokens) {
    if (token.kind === "positional") positionals.push(token.value);
    if (token.kind !== "option") continue;
    if (Object.hasOwn(command.options, token.name)) options.set(token.name, optionValue(command, token));
    else if (settingFlags.includes(token.rawName)) flags.push(`${token.rawName}=${textOf(token)}`);
    else throw unknownOption(command, token.rawName);
  }
  checkCount(command, positionals);
  const { warnings, ...reading } = readConfig(flags, env);
  return { input: new CommandInput(command, { arguments: positionals, options }, reading), warnings };
}

function optionValue(command: Command, token: OptionToken): string {
  if (command.options[token.name]?.type === "string") return textOf(token);
  if (token.value !== undefined) throw new UsageError(`${token.rawName} takes no value`);
  return "";
}

/** `--tenant --role VIEWER` forgot the tenant; a value that starts with dashes is written `--tenant=--x`. */
function textOf(token: OptionToken): string {
  if (token.value === undefined || (!token.inlineValue && token.value.startsWith("--"))) {
    throw new UsageError(`${token.rawName} needs a value`);
  }
  return token.value;
}

function unknownOption(command: Command, rawName: string): UsageError {
  if (rawName === "--password") {
    return new UsageError(
      "--password does not exist: arguments are seen by everybody on the machine and kept in the shell's history. " +
        "Leave it out to be asked, or use --password-stdin",
    );
  }
  const known = [...Object.keys(command.options).map((name) => `--${name}`), ...settingFlags];
  return new UsageError(`unknown option ${rawName}, did you mean ${nearest(rawName, known)}?`);
}

function checkCount(command: Command, positionals: readonly string[]): void {
  const needed = command.arguments.filter((name) => !name.startsWith("["));
  const absent = needed[positionals.length];
  if (absent !== undefined) throw new UsageError(`<${absent}> is missing`);
  const surplus = positionals[command.arguments.length];
  if (surplus !== undefined)
    throw new UsageError(`"${surplus}" is one argument too many; put texts with blanks in quotes`);
}
