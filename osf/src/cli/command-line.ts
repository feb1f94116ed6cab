import type { Command } from "./command.ts";
import { exitCode, UsageError } from "./exit.ts";

/** Loaded when called: starting takes a third of the time. */
const commands: Readonly<Record<string, () => Promise<Command>>> = {
  info: async () => (await import("./info.ts")).info,
  channels: async () => (await import("./channels.ts")).channels,
  stat: async () => (await import("./stat.ts")).stat,
  export: async () => (await import("./export.ts")).exportCommand,
  convert: async () => (await import("./convert.ts")).convert,
  verify: async () => (await import("./verify.ts")).verify,
  repair: async () => (await import("./repair.ts")).repair,
  merge: async () => (await import("./merge.ts")).merge,
};

async function helpText(): Promise<string> {
  const lines: string[] = [];
  for (const [name, load] of Object.entries(commands)) lines.push(`  ${name.padEnd(9)} ${(await load()).summary}\n`);
  return `osf: measurement files in the Open Streaming Format

Usage: osf COMMAND ... [--json] [--quiet]

${lines.join("")}
--json prints one JSON object for scripts, --quiet shows no progress. osf COMMAND --help says more.

Exit codes: 0 fine, 1 bad arguments, 2 not found, 3 input or output failed, 4 the file is refused or damaged.
`;
}

async function run([name, ...args]: readonly string[]): Promise<number> {
  if (name === undefined || name === "--help" || name === "-h" || name === "help") {
    process.stdout.write(await helpText());
    return name === undefined ? exitCode.badArguments : exitCode.ok;
  }
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!load) throw new UsageError(`unknown command '${name}'; try: osf --help`);
  const [command, { Arguments }] = await Promise.all([load(), import("./options.ts")]);
  const parsed = new Arguments(args, command.options);
  if (!parsed.has("help")) return command.run(parsed);
  process.stdout.write(`Usage: osf ${name} ${command.usage}\n\n${command.summary}\n`);
  return exitCode.ok;
}

async function codeOf(error: unknown): Promise<number | undefined> {
  const { OsfError } = await import("../format/errors.ts");
  if (error instanceof UsageError) return exitCode.badArguments;
  if (error instanceof OsfError) return exitCode.format;
  if (!(error instanceof Error) || !("code" in error)) return undefined;
  return error.code === "ENOENT" ? exitCode.notFound : exitCode.inputOutput;
}

/** Carries out what the arguments say; resolves with the exit code. What nobody expected is thrown. */
export async function commandLine(args: readonly string[]): Promise<number> {
  try {
    return await run(args);
  } catch (error) {
    const code = await codeOf(error);
    if (code === undefined || !(error instanceof Error)) throw error;
    process.stderr.write(`osf: ${error.message}\n`);
    return code;
  }
}
