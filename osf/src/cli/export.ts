import { mkdir } from "node:fs/promises";
import { type ExportOptions, exportText } from "../export/export-text.ts";
import type { ReadReport } from "../read/report.ts";
import type { Command } from "./command.ts";
import { exitCode, UsageError } from "./exit.ts";
import { type ExportTarget, plannedTargets } from "./export-targets.ts";
import { type FileResult, fileResult, fileResultJson, tellFindings } from "./file-result.ts";
import { withFile } from "./open.ts";
import { type Arguments, selectionOptions, windowOf } from "./options.ts";
import { writeText } from "./outputs.ts";
import { printJson } from "./print.ts";

export const exportCommand: Command = {
  summary: "samples as CSV or JSON lines",
  usage:
    "FILE... [--format csv|jsonl] [--layout wide|long] [--channel PATTERN]... [--from TIME] [--to TIME] [--time iso|ns|ms|s]\n" +
    "           [--separator TEXT] [--decimal .|,] [--units] [--escape formulas|none] [--out FILE | --out-dir DIR [--per-channel]] [--force]",
  options: {
    ...selectionOptions,
    format: { type: "string" },
    layout: { type: "string" },
    time: { type: "string" },
    separator: { type: "string" },
    decimal: { type: "string" },
    units: { type: "boolean" },
    escape: { type: "string" },
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
    const options = exportOptions(args);
    const targets = await plannedTargets(args, options.format);
    if (outDir !== undefined) await mkdir(outDir, { recursive: true });
    const results: FileResult[] = [];
    for (const [path, own] of Map.groupBy(targets, (target) => target.path))
      results.push(await exportFile(path, own, args, options));
    await report(results, args);
    return exitCode.ok;
  },
};

function exportOptions(args: Arguments): ExportOptions & { readonly format: "csv" | "jsonl" } {
  const separator = args.text("separator");
  return {
    ...windowOf(args),
    format: args.choice("format", ["csv", "jsonl"]) ?? "csv",
    layout: args.choice("layout", ["wide", "long"]) ?? "wide",
    time: args.choice("time", ["iso", "ns", "ms", "s"]) ?? "iso",
    decimal: args.choice("decimal", [".", ","]) ?? ".",
    units: args.has("units"),
    escape: args.choice("escape", ["formulas", "none"]) ?? "formulas",
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

/** Carries out what was planned for one file. */
async function exportFile(path: string, targets: readonly ExportTarget[], args: Arguments, options: ExportOptions) {
  const passes: ReadReport[] = [];
  await withFile(path, args, async (file) => {
    for (const { out, channels } of targets) {
      const text = exportText(file, { ...options, channels });
      await writeText(out, text);
      passes.push(text.report);
    }
  });
  return fileResult(path, passes);
}
