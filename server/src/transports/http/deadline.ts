import type { FastifyInstance } from "fastify";
import { AppError } from "../../kernel/errors.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Waits for a device or a person, or sends for as long as somebody reads: takes the time it takes. */
    takesItsTime?: boolean;
  }
}

export interface Deadlines {
  readonly requestDeadline: number;
  /** Work that waits for its place is not late. */
  readonly placeWait: number;
}

const notInTime = (deadlineMs: number) =>
  new AppError(
    "NOT_IN_TIME",
    "busy",
    `The node could not answer within ${deadlineMs / 1_000} s and is busy; try again later. A change may still be made`,
    { retryAfterMs: 5_000 },
  );

/** A request that cannot be served is told so, instead of leaving its caller to wait [API11]. */
export function answerInTime(app: FastifyInstance, { requestDeadline, placeWait }: Deadlines): void {
  app.addHook("preHandler", (request, reply, done) => {
    const { takesItsTime, work } = request.routeOptions.config;
    if (takesItsTime) return done();
    const deadlineMs = requestDeadline + (work ? placeWait : 0);
    const timer = setTimeout(() => {
      if (!reply.sent && !reply.raw.headersSent) void reply.send(notInTime(deadlineMs));
    }, deadlineMs);
    reply.raw.once("close", () => clearTimeout(timer));
    done();
  });
}
