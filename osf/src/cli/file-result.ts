import type { Finding } from "../read/findings.ts";
import type { ReadReport } from "../read/report.ts";
import type { Arguments } from "./options.ts";
import { findingsText, jsonFinding } from "./print.ts";

/** What was read of one of several files. */
export interface FileResult {
  readonly path: string;
  readonly samples: number;
  readonly truncated: boolean;
  readonly findings: readonly Finding[];
}

/** The result of the passes over a file, each over other channels of it. */
export function fileResult(path: string, passes: readonly ReadReport[]): FileResult {
  return {
    path,
    samples: passes.reduce((sum, { samples }) => sum + samples, 0),
    truncated: passes.some(({ truncated }) => truncated),
    findings: withoutRepeats(passes.flatMap(({ findings }) => findings)),
  };
}

/** What is wrong with the file itself, every pass finds again. */
function withoutRepeats(findings: readonly Finding[]): Finding[] {
  return [...new Map(findings.map((finding) => [`${finding.code}/${finding.channel}`, finding])).values()];
}

export const fileResultJson = ({ path, samples, truncated, findings }: FileResult) => ({
  path,
  samples,
  truncated,
  findings: findings.map(jsonFinding),
});

/** Findings for people, on stderr because results may go to stdout. Lost samples are told even to `--quiet`. */
export function tellFindings(results: readonly FileResult[], args: Arguments): void {
  for (const { path, findings } of results) {
    const told = findings.filter(({ loss }) => loss || !args.has("quiet"));
    if (told.length > 0) process.stderr.write(`${path}:\n${findingsText(told)}`);
  }
}
