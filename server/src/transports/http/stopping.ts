import type { FastifyInstance } from "fastify";
import { AppError } from "../../kernel/errors.ts";

const retryAfterMs = 5_000;

const refusal = () => new AppError("STOPPING", "busy", "The node is stopping; try again shortly", { retryAfterMs });

/** While the node stops, what is in flight is finished and what is new is refused [RUN6]. */
export class Stopping {
  #stopping = false;

  get hasBegun(): boolean {
    return this.#stopping;
  }

  begin(): void {
    this.#stopping = true;
  }

  watch(app: FastifyInstance): void {
    // Called with `done`: an empty promise per request would be a good part of what a ping costs.
    app.addHook("onRequest", (_request, _reply, done) => done(this.#stopping ? refusal() : undefined));
    app.addHook("onSend", (_request, reply, payload, done) => {
      if (this.#stopping) reply.header("connection", "close");
      done(null, payload);
    });
  }
}
