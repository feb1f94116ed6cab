import { createHash, type Hash } from "node:crypto";
import { parentPort } from "node:worker_threads";

/** Of one content after the other, each under its number. */
export type HashRequest =
  | { readonly kind: "update"; readonly content: number; readonly block: Uint8Array }
  | { readonly kind: "digest"; readonly content: number }
  | { readonly kind: "drop"; readonly content: number };

/** In the order of the requests; a content that is dropped is not answered. */
export interface HashAnswer {
  readonly content: number;
  readonly sha256: string | undefined;
}

const hashes = new Map<number, Hash>();

function hashOf(content: number): Hash {
  const hash = hashes.get(content) ?? createHash("sha256");
  hashes.set(content, hash);
  return hash;
}

function answerTo(request: HashRequest): string | undefined {
  const hash = hashOf(request.content);
  if (request.kind === "update") hash.update(request.block);
  else hashes.delete(request.content);
  return request.kind === "digest" ? hash.digest("hex") : undefined;
}

parentPort?.on("message", (request: HashRequest) => {
  const answer: HashAnswer = { content: request.content, sha256: answerTo(request) };
  if (request.kind !== "drop") parentPort?.postMessage(answer);
});
