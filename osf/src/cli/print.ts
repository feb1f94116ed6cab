import { once } from "node:events";
import { base64 } from "../export/value-text.ts";
import type { Finding } from "../read/findings.ts";
import type { SampleValue } from "../read/samples/sample-value.ts";
import { silenceProgress } from "./progress.ts";

/** Writes to stdout and waits while it is full. */
export async function print(text: string): Promise<void> {
  silenceProgress();
  if (!process.stdout.write(text)) await once(process.stdout, "drain");
}

export const printJson = (value: unknown): Promise<void> => print(`${JSON.stringify(value)}\n`);

/** Lines of aligned columns. */
export function tableText(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map(
      (row) =>
        `${row
          .map((cell, column) => cell.padEnd(widths[column] ?? 0))
          .join("  ")
          .trimEnd()}\n`,
    )
    .join("");
}

/** A value as scripts want it: 64-bit integers as text, what JSON cannot say as text, bytes as base64. */
export function jsonValue(value: SampleValue | undefined): unknown {
  if (value === undefined) return null;
  if (typeof value === "bigint") return String(value);
  if (typeof value === "number") return Number.isFinite(value) ? value : String(value);
  if (value instanceof Uint8Array) return base64(value);
  if (Array.isArray(value)) return value.map((part: number | bigint) => jsonValue(part));
  if (typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, jsonValue(part)]));
}

export const jsonNs = (time: bigint | undefined): string | null => (time === undefined ? null : String(time));

export const jsonFinding = ({ position, code, what, consequence, channel, count }: Finding) => ({
  position,
  code,
  what,
  consequence,
  ...(channel === undefined ? {} : { channel }),
  count,
});

export function findingsText(findings: readonly Finding[]): string {
  return findings
    .map(
      (finding) =>
        `${finding.loss ? "!" : "-"} byte ${finding.position}: ${finding.what}; ${finding.consequence}${times(finding)}\n`,
    )
    .join("");
}

const times = ({ count }: Finding): string => (count > 1 ? ` (${count} times)` : "");
