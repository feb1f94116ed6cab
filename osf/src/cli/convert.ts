import { basename } from "node:path";
import { convertOsf } from "../transform/convert.ts";
import type { Command } from "./command.ts";
import { exitCode } from "./exit.ts";
import { withFile } from "./open.ts";
import { matchingChannels, selectionOptions, windowOf } from "./options.ts";
import { requireFree, writeWhole } from "./outputs.ts";
import { findingsText, jsonFinding, print, printJson } from "./print.ts";
import { changesOf, creatorOf, requireOut, writeNotes, writeOptions, writeUsage } from "./write-options.ts";

export const convert: Command = {
  summary: "write a file again: OSF4 or OSF5, compressed, with checksums, or only a part of it",
  usage: `FILE ${writeUsage}\n           [--channel PATTERN]... [--from TIME] [--to TIME]\n           ${writeNotes}`,
  options: { ...selectionOptions, ...writeOptions },
  run: async (args) => {
    const out = requireOut(args);
    requireFree(out, args.has("force"));
    return withFile(args.path, args, async (file) => {
      const channels = matchingChannels(file.channels, args.list("channel"));
      const write = changesOf(args, file.header.version);
      const report = await writeWhole(out, (part) =>
        convertOsf(file, creatorOf(args, out, part), { ...windowOf(args), channels, write, name: basename(args.path) }),
      );
      const { samples, truncated, findings } = report;
      if (args.has("json")) await printJson({ out, samples, truncated, findings: findings.map(jsonFinding) });
      else if (!args.has("quiet")) await print(`${out}: ${samples} samples\n${findingsText(findings)}`);
      return exitCode.ok;
    });
  },
};
