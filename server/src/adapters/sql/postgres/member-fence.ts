import pg from "pg";
import { AppError } from "../../../kernel/errors.ts";

/** The fence divides by the number of its rows: nothing else of ours divides by zero. */
const divisionByZero = "22012";
const retryAfterMs = 1_000;

/**
 * Stands at the beginning of everything a member of a cluster writes [CLU3]. Whoever calls it dead removes its row: that waits for what has
 * begun, and keeps out what has not. A beat changes no key and waits for nobody.
 */
export const memberFence = (node: string): string =>
  `select 1 / count(*) from (select 1 from cluster_member where node = ${pg.escapeLiteral(node)} for key share) held`;

const replaced = (): AppError =>
  new AppError(
    "NODE_REPLACED",
    "busy",
    "The other nodes have taken over from this one, which did not show in time that it lives; nothing was stored. Try again",
    { retryAfterMs },
  );

/** What the fence says, in our words; undefined where it was something else that failed. */
export const faultAtFence = (error: unknown): AppError | undefined =>
  error instanceof Error && "code" in error && error.code === divisionByZero ? replaced() : undefined;
