import { parseArgs } from "node:util";
import type { Channel } from "../format/channel.ts";
import type { Selection } from "../read/selection.ts";
import { UsageError } from "./exit.ts";

type OptionType = { readonly type: "string" | "boolean"; readonly multiple?: boolean; readonly short?: string };

/** Options every command understands. */
const common = {
  json: { type: "boolean" },
  quiet: { type: "boolean", short: "q" },
  help: { type: "boolean", short: "h" },
} as const satisfies Record<string, OptionType>;

/** Options that choose samples. */
export const selectionOptions = {
  channel: { type: "string", multiple: true, short: "c" },
  from: { type: "string" },
  to: { type: "string" },
} as const satisfies Record<string, OptionType>;

/** What was given for a command, by name; unknown options are refused. */
export class Arguments {
  readonly paths: readonly string[];
  readonly #values: Readonly<Record<string, unknown>>;

  constructor(args: readonly string[], options: Readonly<Record<string, OptionType>>) {
    try {
      const { values, positionals } = parseArgs({
        args: [...args],
        options: { ...common, ...options },
        allowPositionals: true,
        strict: true,
      });
      this.paths = positionals;
      this.#values = values;
    } catch (error) {
      throw new UsageError(error instanceof Error ? error.message : String(error));
    }
  }

  has(name: string): boolean {
    return this.#values[name] === true;
  }

  text(name: string): string | undefined {
    const value = this.#values[name];
    return typeof value === "string" ? value : undefined;
  }

  list(name: string): readonly string[] {
    const value = this.#values[name];
    return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
  }

  /** One of several words. */
  choice<W extends string>(name: string, words: readonly W[]): W | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    const found = words.find((word) => word === value);
    if (found === undefined) throw new UsageError(`--${name} is one of ${words.join(", ")}, not '${value}'`);
    return found;
  }

  /** Exactly one file. */
  get path(): string {
    const [path, ...more] = this.paths;
    if (path === undefined || more.length > 0) throw new UsageError("give exactly one file");
    return path;
  }
}

/** `--from` and `--to`: ISO 8601, or nanoseconds since 1970. */
export function windowOf(args: Arguments): Omit<Selection, "channels"> {
  const [from, to] = [args.text("from"), args.text("to")];
  return { ...(from === undefined ? {} : { from: timeOf(from) }), ...(to === undefined ? {} : { to: timeOf(to) }) };
}

/** A day, or a day and a time; fractions belong to seconds, a zone to a time. */
const isoTime = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d(?::\d\d)?)(?:(?<=T\d\d:\d\d:\d\d)\.(\d{1,9}))?(Z|[-+]\d\d:\d\d)?)?$/;

function timeOf(text: string): bigint {
  if (/^-?\d+$/.test(text)) return BigInt(text);
  const [, day = "", clock = "00:00", digits = "", zone = "Z"] = isoTime.exec(text) ?? [];
  const ms = isDay(day) ? Date.parse(`${day}T${clock}${zone}`) : Number.NaN;
  if (Number.isNaN(ms)) throw new UsageError(`'${text}' is no time: use ISO 8601 or nanoseconds since 1970`);
  return BigInt(ms) * 1_000_000n + BigInt(digits.padEnd(9, "0"));
}

/** Date.parse takes the 30th of February for the 2nd of March. */
function isDay(day: string): boolean {
  const ms = Date.parse(`${day}T00:00Z`);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(day);
}

/** Indices of the channels that match one of the patterns (`*` and `?` stand for anything); all without patterns. */
export function matchingChannels(
  channels: readonly Pick<Channel, "index" | "name">[],
  patterns: readonly string[],
): number[] {
  if (patterns.length === 0) return channels.map(({ index }) => index);
  const matchers = patterns.map(matcherOf);
  const unmatched = patterns.find((_, i) => !channels.some(({ name }) => matchers[i]?.test(name)));
  if (unmatched !== undefined) throw new UsageError(`no channel matches '${unmatched}'`);
  return channels.filter(({ name }) => matchers.some((matcher) => matcher.test(name))).map(({ index }) => index);
}

function matcherOf(pattern: string): RegExp {
  const escaped = pattern
    .replace(/[.+^${}()|[\]\\]/g, "\\$&")
    .replaceAll("*", ".*")
    .replaceAll("?", ".");
  return new RegExp(`^${escaped}$`, "su");
}
