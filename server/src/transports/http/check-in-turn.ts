import type { FastifyRequest } from "fastify";
import { longWork } from "../../kernel/long-work-queue.ts";
import { parsedInPassing } from "../../kernel/parsed-in-turn.ts";
import type { BodyValidator } from "../../kernel/schema-validators.ts";

/**
 * A large body is read, checked and worked on in turns of their own, and where it is the first of its kind, its schema is
 * compiled in some more [API11].
 */
export async function checkInTurn(request: FastifyRequest): Promise<void> {
  const length = Number(request.headers["content-length"] ?? Number.POSITIVE_INFINITY);
  if (length < parsedInPassing) return;
  await longWork.nextPiece();
  const { prepare } = (request.getValidationFunction("body") ?? {}) as Partial<BodyValidator>;
  const pieces = prepare?.();
  while (pieces?.next().done === false) await longWork.nextPiece();
}
