import type { Config, WrittenSetting } from "../settings/config.ts";
import { UsageError } from "./failure.ts";

interface CommandOption {
  readonly type: "string" | "boolean";
  readonly meaning: string;
}

/** One thing the command line can do; a file each in `commands/`. */
export interface Command {
  readonly name: string;
  readonly summary: string;
  /** Names of the arguments, in order; one in brackets may be left out. */
  readonly arguments: readonly string[];
  readonly options: Readonly<Record<string, CommandOption>>;
  run(input: CommandInput): Promise<void>;
}

/** What a command was given. */
export class CommandInput {
  readonly config: Config;
  readonly written: readonly WrittenSetting[];
  readonly #command: Command;
  readonly #arguments: readonly string[];
  readonly #options: ReadonlyMap<string, string>;

  constructor(
    command: Command,
    given: { readonly arguments: readonly string[]; readonly options: ReadonlyMap<string, string> },
    settings: { readonly config: Config; readonly written: readonly WrittenSetting[] },
  ) {
    this.#command = command;
    this.#arguments = given.arguments;
    this.#options = given.options;
    this.config = settings.config;
    this.written = settings.written;
  }

  argument(name: string): string | undefined {
    return this.#arguments[this.#command.arguments.indexOf(name)];
  }

  requireArgument(name: string): string {
    return this.argument(name) ?? missing(`<${name}>`);
  }

  option(name: string): string | undefined {
    return this.#options.get(name);
  }

  requireOption(name: string): string {
    return this.option(name) ?? missing(`--${name}`);
  }

  has(name: string): boolean {
    return this.#options.has(name);
  }
}

function missing(what: string): never {
  throw new UsageError(`${what} is missing`);
}
