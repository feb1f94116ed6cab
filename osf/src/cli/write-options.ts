import type { OsfVersion } from "../format/magic-line.ts";
import { createOsfFile } from "../node/file-writer.ts";
import type { WriteOptions } from "../write/channel-spec.ts";
import type { OsfWriter } from "../write/osf-writer.ts";
import { UsageError } from "./exit.ts";
import type { Arguments } from "./options.ts";

/** Options of every command that writes a measurement file. */
export const writeOptions = {
  version: { type: "string" },
  crc: { type: "boolean" },
  "no-crc": { type: "boolean" },
  compress: { type: "boolean" },
  trailer: { type: "boolean" },
  strings: { type: "string" },
  out: { type: "string", short: "o" },
  force: { type: "boolean" },
} as const;

export const writeUsage =
  "--out FILE [--version 4|5] [--crc|--no-crc] [--compress] [--trailer] [--strings keep|messages|stamped] [--force]";

/** What the less obvious of these options mean. */
export const writeNotes =
  "--strings: block type of texts and bytes: as in the source (keep, the default), message events as devices write them\n" +
  "           (messages, type 4), or stamped values (type 8). Between OSF4 and OSF5, keep is what most programs read:\n" +
  "           texts in OSF4 as messages, everything else stamped";

/** Where the result goes. */
export function requireOut(args: Arguments): string {
  const out = args.text("out");
  if (out === undefined) throw new UsageError("say where the result goes: --out FILE");
  return out;
}

/** What was asked to be different from the source. */
export function changesOf(args: Arguments, fallback: OsfVersion): Partial<WriteOptions> {
  const asked = args.choice("version", ["4", "5"]);
  const version: OsfVersion = asked === undefined ? fallback : asked === "4" ? 4 : 5;
  if (args.has("crc") && version === 4) throw new UsageError("--crc needs OSF5: add --version 5");
  if (args.has("trailer") && version === 5) throw new UsageError("--trailer needs OSF4: add --version 4");
  return { version, ...crcOf(args), trailer: args.has("trailer"), ...stringsOf(args) };
}

/** Not said: the result has checksums when its source has them. */
function crcOf(args: Arguments): Pick<WriteOptions, "crc"> {
  if (args.has("crc") && args.has("no-crc")) throw new UsageError("--crc and --no-crc exclude each other");
  return args.has("crc") || args.has("no-crc") ? { crc: args.has("crc") } : {};
}

function stringsOf(args: Arguments): Pick<WriteOptions, "strings"> {
  const strings = args.choice("strings", ["keep", "messages", "stamped"]) ?? "keep";
  return strings === "keep" ? {} : { strings };
}

/** Creates the result; a name that ends in `.osfz` means compression. */
export function creatorOf(args: Arguments, out: string, part: string): (options: WriteOptions) => Promise<OsfWriter> {
  const compress = args.has("compress") || out.toLowerCase().endsWith(".osfz");
  return (options) => createOsfFile(part, { ...options, compress });
}
