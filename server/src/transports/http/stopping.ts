import type { FastifyInstance } from "fastify";
import { AppError } from "../../kernel/errors.ts";

const retryAfterMs = 5_000;

/** While the node stops, what is in flight is finished and what is new is refused [RUN6]. */
export class Stopping {
  #stopping = false;

  begin(): void {
    this.#stopping = true;
  }

  watch(app: FastifyInstance): void {
    app.addHook("onRequest", async () => {
      if (this.#stopping)
        throw new AppError("STOPPING", "busy", "The node is stopping; try again shortly", { retryAfterMs });
    });
    app.addHook("onSend", async (_, reply) => {
      if (this.#stopping) reply.header("connection", "close");
    });
  }
}
