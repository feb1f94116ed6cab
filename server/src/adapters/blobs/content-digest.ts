import { createHash } from "node:crypto";
import { type ContentSums, SumsBuilder } from "./content-sums.ts";

export interface ContentDigest {
  readonly sha256: string;
  readonly sums: ContentSums;
}

/** Of a content in memory. */
export function digestOf(content: Uint8Array): ContentDigest {
  const sums = new SumsBuilder();
  sums.add(content);
  return { sha256: createHash("sha256").update(content).digest("hex"), sums: sums.finish() };
}
