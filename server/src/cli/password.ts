import type { Readable } from "node:stream";
import { generatePassword } from "../core/access/index.ts";
import type { CommandInput } from "./command.ts";
import { CommandError, UsageError } from "./failure.ts";
import { HiddenPrompt } from "./hidden-prompt.ts";

/** Far more than any password; what comes behind is somebody's file sent by mistake. */
const stdinAtMost = 65_536;

/** Never an argument: those are seen by everybody on the machine and kept in the shell's history. */
export const passwordOptions = {
  "password-stdin": { type: "boolean", meaning: "Read the password from standard input, its first line" },
  "generate-password": { type: "boolean", meaning: "Make up a password and show it once" },
} as const;

export interface ChosenPassword {
  readonly text: string;
  /** To be shown, as nobody knows it yet. */
  readonly isGenerated: boolean;
}

/** From where the options say; without one, asked for on the terminal. */
export async function choosePassword(input: CommandInput): Promise<ChosenPassword> {
  const [fromStdin, generated] = [input.has("password-stdin"), input.has("generate-password")];
  if (fromStdin && generated) throw new UsageError("--password-stdin and --generate-password exclude each other");
  if (generated) return { text: generatePassword(input.config.passwordMinLength), isGenerated: true };
  const text = fromStdin ? await firstLine(process.stdin) : await askTwice();
  return { text, isGenerated: false };
}

/** For the person at the terminal; shown here and nowhere else. */
export const passwordLine = ({ text, isGenerated }: ChosenPassword): string =>
  isGenerated ? `\nPassword: ${text} (shown only this once)` : "";

async function firstLine(stream: Readable): Promise<string> {
  let text = "";
  for await (const chunk of stream.setEncoding("utf8")) {
    text += chunk;
    if (text.length > stdinAtMost || text.includes("\n")) break;
  }
  const line = text.split("\n", 1)[0]?.replace(/\r$/, "") ?? "";
  if (line === "") throw new UsageError("there is no password on standard input");
  return line;
}

async function askTwice(): Promise<string> {
  if (!process.stdin.isTTY) {
    throw new UsageError("no terminal to ask for the password; use --password-stdin or --generate-password");
  }
  using prompt = new HiddenPrompt(process.stdin, process.stderr);
  const password = await prompt.ask("New password: ");
  if ((await prompt.ask("Again: ")) !== password) throw new CommandError("These were two different passwords.");
  return password;
}
