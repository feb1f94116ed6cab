import { mkdir } from "node:fs/promises";
import { basename, join } from "node:path";
import { type ExportOptions, exportText } from "../export/export-text.ts";
import type { OsfFile } from "../read/osf-file.ts";
import type { Command } from "./command.ts";
import { exitCode, UsageError } from "./exit.ts";
import { withFile } from "./open.ts";
import { type Arguments, matchingChannels, selectionOptions, windowOf } from "./options.ts";
import { requireFree, writeText } from "./outputs.ts";

export const exportCommand: Command = {
  summary: "samples as CSV or JSON lines",
  usage:
    "FILE... [--format csv|jsonl] [--layout wide|long] [--channel PATTERN]... [--from TIME] [--to TIME] [--time iso|ns|ms|s]\n" +
    "           [--separator TEXT] [--decimal .|,] [--units] [--out FILE | --out-dir DIR [--per-channel]] [--force]",
  options: {
    ...selectionOptions,
    format: { type: "string" },
    layout: { type: "string" },
    time: { type: "string" },
    separator: { type: "string" },
    decimal: { type: "string" },
    units: { type: "boolean" },
    out: { type: "string", short: "o" },
    "out-dir": { type: "string" },
    "per-channel": { type: "boolean" },
    force: { type: "boolean" },
  },
  run: async (args) => {
    const outDir = args.text("out-dir");
    if (args.paths.length === 0) throw new UsageError("give at least one file");
    if (args.paths.length > 1 && outDir === undefined) throw new UsageError("several files need --out-dir");
    if (args.has("per-channel") && outDir === undefined) throw new UsageError("--per-channel needs --out-dir");
    if (outDir !== undefined && args.text("out") !== undefined)
      throw new UsageError("--out and --out-dir exclude each other");
    if (outDir !== undefined) await mkdir(outDir, { recursive: true });
    const options = exportOptions(args);
    for (const path of args.paths) await withFile(path, args, (file) => exportFile(file, path, args, options));
    return exitCode.ok;
  },
};

function exportOptions(args: Arguments): ExportOptions {
  const separator = args.text("separator");
  return {
    ...windowOf(args),
    format: args.choice("format", ["csv", "jsonl"]) ?? "csv",
    layout: args.choice("layout", ["wide", "long"]) ?? "wide",
    time: args.choice("time", ["iso", "ns", "ms", "s"]) ?? "iso",
    decimal: args.choice("decimal", [".", ","]) ?? ".",
    units: args.has("units"),
    ...(separator === undefined ? {} : { separator: separator === "\\t" ? "\t" : separator }),
  };
}

async function exportFile(file: OsfFile, path: string, args: Arguments, options: ExportOptions): Promise<void> {
  const chosen = matchingChannels(file.channels, args.list("channel"));
  const outDir = args.text("out-dir");
  if (outDir === undefined) {
    await exportTo(args.text("out"), file, args, { ...options, channels: chosen });
    return;
  }
  const stem = basename(path).replace(/\.osfz?$/i, "");
  if (!args.has("per-channel")) {
    await exportTo(join(outDir, `${stem}.${options.format}`), file, args, { ...options, channels: chosen });
    return;
  }
  for (const index of chosen) {
    const name = safeName(`${stem}.${index}.${file.findChannel(index)?.name ?? ""}`);
    await exportTo(join(outDir, `${name}.${options.format}`), file, args, { ...options, channels: [index] });
  }
}

async function exportTo(
  target: string | undefined,
  file: OsfFile,
  args: Arguments,
  options: ExportOptions,
): Promise<void> {
  if (target !== undefined) requireFree(target, args.has("force"));
  await writeText(target, exportText(file, options));
}

/** Channel names may hold anything; file names may not. */
const safeName = (name: string): string => name.replace(/[^\p{L}\p{N}._-]+/gu, "_").slice(0, 200);
