import type { IntegrityLevel } from "../format/magic-line.ts";
import type { Finding } from "../read/findings.ts";
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

function verificationJson({ report, findings }: Verification, isFine: boolean, integrity: IntegrityLevel): unknown {
  return {
    ok: isFine,
    integrity: integrityStatus(integrity, findings),
    blocks: report.blocks,
    samples: report.samples,
    truncated: report.truncated,
    skipped: Object.fromEntries(report.skipped),
    findings: findings.map(jsonFinding),
  };
}

/** In the words of the format (§10.4); signatures are not checked, so a signed file is never called valid. */
function integrityStatus(level: IntegrityLevel, findings: readonly Finding[]): string {
  if (level === "none") return "none";
  if (findings.some(({ code }) => code === "crc-failed")) return "invalid";
  return level === "signed" ? "signature_unverifiable" : "crc_valid";
}

function verificationText({ report, findings }: Verification, isFine: boolean): string {
  const verdict = isFine ? (findings.length === 0 ? "ok" : "ok, with findings") : "damaged";
  return `${verdict}: ${report.blocks} blocks, ${report.samples} samples\n${findingsText(findings)}`;
}
