import { type Verification, verifyOsf } from "../summary/verify.ts";
import type { Command } from "./command.ts";
import { exitCode } from "./exit.ts";
import { withFile } from "./open.ts";
import { findingsText, jsonFinding, print, printJson } from "./print.ts";

export const verify: Command = {
  summary: "check a file; exit code 4 when samples are missing or may be wrong",
  usage: "FILE [--strict]\n           --strict: exit code 4 for every finding, and refuse what is tolerated otherwise",
  options: { strict: { type: "boolean" } },
  run: (args) =>
    withFile(
      args.path,
      args,
      async (file) => {
        const verification = await verifyOsf(file);
        const isFine = args.has("strict") ? verification.findings.length === 0 : !verification.hasLoss;
        if (args.has("json")) await printJson(verificationJson(verification, isFine, file.header.integrity));
        else await print(verificationText(verification, isFine));
        return isFine ? exitCode.ok : exitCode.format;
      },
      { strict: args.has("strict") },
    ),
};

function verificationJson({ report, findings }: Verification, isFine: boolean, integrity: string): unknown {
  return {
    ok: isFine,
    integrity:
      integrity === "none" ? "none" : findings.some(({ code }) => code === "crc-failed") ? "invalid" : "crc_valid",
    blocks: report.blocks,
    samples: report.samples,
    truncated: report.truncated,
    skipped: Object.fromEntries(report.skipped),
    findings: findings.map(jsonFinding),
  };
}

function verificationText({ report, findings }: Verification, isFine: boolean): string {
  const verdict = isFine ? (findings.length === 0 ? "ok" : "ok, with findings") : "damaged";
  return `${verdict}: ${report.blocks} blocks, ${report.samples} samples\n${findingsText(findings)}`;
}
