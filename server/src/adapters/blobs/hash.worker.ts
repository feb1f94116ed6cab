import { createHash, type Hash } from "node:crypto";
import { parentPort } from "node:worker_threads";
import type { ContentDigest } from "./content-digest.ts";
import { SumsBuilder } from "./content-sums.ts";

/** Of one content after the other, each under its number. */
export type HashRequest =
  | { readonly kind: "update"; readonly content: number; readonly block: Uint8Array }
  | { readonly kind: "digest"; readonly content: number }
  | { readonly kind: "drop"; readonly content: number };

/** In the order of the requests; a content that is dropped is not answered. */
export interface HashAnswer {
  readonly content: number;
  readonly digest: ContentDigest | undefined;
}

interface Begun {
  readonly hash: Hash;
  readonly sums: SumsBuilder;
}

const begun = new Map<number, Begun>();

function begunOf(content: number): Begun {
  const known = begun.get(content) ?? { hash: createHash("sha256"), sums: new SumsBuilder() };
  begun.set(content, known);
  return known;
}

function answerTo(request: HashRequest): ContentDigest | undefined {
  const { hash, sums } = begunOf(request.content);
  if (request.kind === "update") {
    hash.update(request.block);
    sums.add(request.block);
  } else begun.delete(request.content);
  return request.kind === "digest" ? { sha256: hash.digest("hex"), sums: sums.finish() } : undefined;
}

parentPort?.on("message", (request: HashRequest) => {
  const answer: HashAnswer = { content: request.content, digest: answerTo(request) };
  if (request.kind !== "drop") parentPort?.postMessage(answer);
});
