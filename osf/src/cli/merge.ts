import { readdir, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { openOsfFile } from "../node/files.ts";
import type { OsfFile } from "../read/osf-file.ts";
import { mergeOsf } from "../transform/merge.ts";
import type { Command } from "./command.ts";
import { exitCode, UsageError } from "./exit.ts";
import { fileResult, fileResultJson, tellFindings } from "./file-result.ts";
import { matchingChannels, selectionOptions, windowOf } from "./options.ts";
import { requireFree, writeWhole } from "./outputs.ts";
import { print, printJson } from "./print.ts";
import { Progress } from "./progress.ts";
import { changesOf, creatorOf, requireOut, writeNotes, writeOptions, writeUsage } from "./write-options.ts";

export const merge: Command = {
  summary: "put several files, or all of a folder, together in the order of time",
  usage:
    `FILE|DIR... ${writeUsage}\n` +
    `           [--channel PATTERN]... [--from TIME] [--to TIME] [--duplicates first|last|all]\n           ${writeNotes}`,
  options: { ...selectionOptions, ...writeOptions, duplicates: { type: "string" } },
  run: async (args) => {
    const out = requireOut(args);
    requireFree(out, args.has("force"));
    const paths = await expanded(args.paths);
    if (paths.length === 0) throw new UsageError("give the files to merge");
    const progress = new Progress("merging", args.has("quiet"));
    const files: OsfFile[] = [];
    for (const path of paths) files.push(await openedFile(path, progress));
    const names = [...new Set(files.flatMap(({ channels }) => channels.map(({ name }) => name)))];
    const channels = chosenNames(names, args.list("channel"));
    const duplicates = args.choice("duplicates", ["first", "last", "all"]) ?? "first";
    const write = changesOf(args, files[0]?.header.version ?? 5);
    const { samples, files: reports } = await writeWhole(out, (part) =>
      mergeOsf(files, creatorOf(args, out, part), {
        ...windowOf(args),
        ...(channels ? { channels } : {}),
        duplicates,
        write,
        names: paths.map((path) => basename(path)),
      }),
    );
    progress.end();
    const results = reports.map((report, position) => fileResult(paths[position] ?? "", [report]));
    if (args.has("json")) await printJson({ out, samples, files: results.map(fileResultJson) });
    else {
      tellFindings(results, args);
      if (!args.has("quiet")) await print(`${out}: ${samples} samples of ${paths.length} files\n`);
    }
    return exitCode.ok;
  },
};

/** A file whose header was read. Every pass opens it again: hundreds of files would take hundreds of handles. */
async function openedFile(path: string, progress: Progress): Promise<OsfFile> {
  const file = await openOsfFile(path, { onProgress: progress.update });
  await file.close();
  return file;
}

/** Names that match; undefined for all. */
function chosenNames(names: readonly string[], patterns: readonly string[]): string[] | undefined {
  if (patterns.length === 0) return undefined;
  const asChannels = names.map((name, index) => ({ name, index }));
  return matchingChannels(asChannels, patterns).map((index) => names[index] ?? "");
}

/** Folders stand for the measurement files in them, in the order of their paths. */
async function expanded(paths: readonly string[]): Promise<string[]> {
  const all: string[] = [];
  for (const path of paths) {
    if (!(await stat(path)).isDirectory()) all.push(path);
    else {
      const entries = await readdir(path, { recursive: true });
      all.push(
        ...entries
          .filter((name) => /\.osfz?$/i.test(name))
          .sort()
          .map((name) => join(path, name)),
      );
    }
  }
  return all;
}
