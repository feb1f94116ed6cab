import { AppError } from "../../kernel/errors.ts";
import type { WireTrouble } from "./wire.ts";

const retryAfterMs = 1_000;

const sentences: Readonly<Record<WireTrouble, string>> = {
  away: "This node does not reach the others; try again shortly",
  nobody: "The node that has this is not there; try again shortly",
  silent: "The node that has this does not answer; what was asked may have been done",
};

/** Nothing came back. Only where it was `silent`, something may have been done. */
export const notReached = (trouble: WireTrouble, cause: unknown): AppError =>
  new AppError("NODE_NOT_REACHED", "busy", sentences[trouble], { retryAfterMs, cause });

export const notReachedCode = notReached("away", undefined).code;

/** There are as many questions on their way as there may be. */
export const tooManyAsked = (): AppError =>
  new AppError("NODE_BUSY", "busy", "The nodes have too much to ask of each other; try again shortly", {
    retryAfterMs,
  });

export const otherNodeFailed = (): AppError =>
  new AppError("NODE_FAILED", "busy", "The node that has this failed to answer; its log says why", { retryAfterMs });

/** Nodes of two releases: the older one does not know yet what it is asked. It passes when all are of one. */
export const otherRelease = (): AppError =>
  new AppError("NODE_OF_OTHER_RELEASE", "busy", "The node that has this is of another release; try again shortly", {
    retryAfterMs,
  });

export const brokenAnswer = (): Error => new Error("an answer of another node cannot be read");

export const tooLong = (bytes: number, most: number): Error =>
  new RangeError(`a message of ${bytes} bytes is too long for the line between nodes (${most})`);
