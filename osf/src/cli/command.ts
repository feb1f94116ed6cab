import type { Arguments } from "./options.ts";

/** One command of the program. */
export interface Command {
  readonly summary: string;
  /** Behind the command's name, for the help text. */
  readonly usage: string;
  readonly options: Readonly<
    Record<string, { readonly type: "string" | "boolean"; readonly multiple?: boolean; readonly short?: string }>
  >;
  /** Resolves with the exit code. */
  run(args: Arguments): Promise<number>;
}
