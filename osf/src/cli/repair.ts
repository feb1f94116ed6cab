import { basename } from "node:path";
import { convertOsf } from "../transform/convert.ts";
import type { Command } from "./command.ts";
import { exitCode } from "./exit.ts";
import { withFile } from "./open.ts";
import { requireFree, writeWhole } from "./outputs.ts";
import { findingsText, jsonFinding, print, printJson } from "./print.ts";
import { changesOf, creatorOf, requireOut, writeNotes, writeOptions, writeUsage } from "./write-options.ts";

export const repair: Command = {
  summary: "salvage a damaged file: every complete block, complete samples of a cut one, and what lies behind damage",
  usage: `FILE ${writeUsage} [--unchecked]\n           ${writeNotes}\n           --unchecked: also samples of a cut block whose checksum is missing`,
  options: { ...writeOptions, unchecked: { type: "boolean" } },
  run: async (args) => {
    const out = requireOut(args);
    requireFree(out, args.has("force"));
    const salvage = args.has("unchecked") ? "force" : true;
    return withFile(
      args.path,
      args,
      async (file) => {
        const write = changesOf(args, file.header.version);
        const report = await writeWhole(out, (part) =>
          convertOsf(file, creatorOf(args, out, part), { write, name: basename(args.path) }),
        );
        const { samples, findings } = report;
        if (args.has("json")) await printJson({ out, samples, findings: findings.map(jsonFinding) });
        else if (!args.has("quiet")) await print(`${out}: ${samples} samples saved\n${findingsText(findings)}`);
        return exitCode.ok;
      },
      { salvage, resync: true },
    );
  },
};
