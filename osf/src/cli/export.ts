import { mkdir } from "node:fs/promises";
import { basename, join } from "node:path";
import { type ExportOptions, exportText } from "../export/export-text.ts";
import type { OsfFile } from "../read/osf-file.ts";
import type { ReadReport } from "../read/report.ts";
import type { Command } from "./command.ts";
import { exitCode, UsageError } from "./exit.ts";
import { type FileResult, fileResult, fileResultJson, tellFindings } from "./file-result.ts";
import { withFile } from "./open.ts";
import { type Arguments, matchingChannels, selectionOptions, windowOf } from "./options.ts";
import { requireFree, writeText } from "./outputs.ts";
import { printJson } from "./print.ts";

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
    const results: FileResult[] = [];
    for (const path of args.paths)
      results.push(fileResult(path, await withFile(path, args, (file) => exportFile(file, path, args, options))));
    await report(results, args);
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

/** What was read, for scripts or for people; where stdout is taken by the samples, on stderr. */
async function report(results: readonly FileResult[], args: Arguments): Promise<void> {
  const json = { files: results.map(fileResultJson) };
  if (!args.has("json")) tellFindings(results, args);
  else if (args.text("out") === undefined && args.text("out-dir") === undefined)
    process.stderr.write(`${JSON.stringify(json)}\n`);
  else await printJson(json);
}

async function exportFile(file: OsfFile, path: string, args: Arguments, options: ExportOptions): Promise<ReadReport[]> {
  const chosen = matchingChannels(file.channels, args.list("channel"));
  const outDir = args.text("out-dir");
  if (outDir === undefined) {
    return [await exportTo(args.text("out"), file, args, { ...options, channels: chosen })];
  }
  const stem = basename(path).replace(/\.osfz?$/i, "");
  if (!args.has("per-channel")) {
    return [await exportTo(join(outDir, `${stem}.${options.format}`), file, args, { ...options, channels: chosen })];
  }
  const passes: ReadReport[] = [];
  for (const index of chosen) {
    const name = safeName(`${stem}.${index}.${file.findChannel(index)?.name ?? ""}`);
    passes.push(
      await exportTo(join(outDir, `${name}.${options.format}`), file, args, { ...options, channels: [index] }),
    );
  }
  return passes;
}

async function exportTo(
  target: string | undefined,
  file: OsfFile,
  args: Arguments,
  options: ExportOptions,
): Promise<ReadReport> {
  if (target !== undefined) requireFree(target, args.has("force"));
  const text = exportText(file, options);
  await writeText(target, text);
  return text.report;
}

/** Channel names may hold anything; file names may not. */
const safeName = (name: string): string => name.replace(/[^\p{L}\p{N}._-]+/gu, "_").slice(0, 200);
