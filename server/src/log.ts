import { parseJsonText } from "@heliograph/contract/json-text";
import { type Logger, pino } from "pino";

/** Never written, wherever a log object holds them. */
const secretFields = ["password", "token", "refreshToken", "authorization", "credentialsId", "passwordHash"];

/**
 * Logs go to stderr: JSON lines for machines, one readable line each on a terminal. stdout is left to what the
 * person who starts the node is meant to read.
 */
export function createLogger(level: string): Logger {
  const redact = { paths: [...secretFields, ...secretFields.map((field) => `*.${field}`)], censor: "***" };
  const destination = process.stderr.isTTY ? { write: writeReadable } : pino.destination({ dest: 2, sync: true });
  return pino({ level, redact, base: null }, destination);
}

function writeReadable(line: string): void {
  const { level, time, msg, err, ...rest } = parseJsonText(line) as Record<string, unknown>;
  const when = new Date(Number(time)).toISOString().slice(11, 19);
  const label = pino.levels.labels[Number(level)]?.toUpperCase() ?? "";
  const facts = Object.entries(rest).map(
    ([key, value]) => `${key}=${typeof value === "string" ? value : JSON.stringify(value)}`,
  );
  const stack = (err as { stack?: string } | undefined)?.stack;
  const text = visibleText([when, label.padEnd(5), msg, ...facts].join(" "));
  process.stderr.write(`${text}\n${stack ? `${stack.split("\n").map(visibleText).join("\n")}\n` : ""}`);
}

/** What devices send ends up here: nothing of it moves the cursor, changes colours or turns text around [API12]. */
export const visibleText = (text: string): string =>
  text.replace(
    /[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
