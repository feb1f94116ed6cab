import type { FastifyInstance } from "fastify";
import { AppError } from "../../kernel/errors.ts";

const retryAfterMs = 5_000;

const refusal = () => new AppError("STOPPING", "busy", "The node is stopping; try again shortly", { retryAfterMs });

/** While the node stops, what is in flight is finished and what is new is refused [RUN6]. */
export class Stopping {
  #stopping = false;
  readonly #listeners: (() => void)[] = [];

  get hasBegun(): boolean {
    return this.#stopping;
  }

  /** For what would be in flight for long: it ends by itself instead of holding up the stop. */
  onBegin(listener: () => void): void {
    this.#listeners.push(listener);
  }

  begin(): void {
    this.#stopping = true;
    for (const listener of this.#listeners) listener();
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
