import { createServer } from "node:net";
import { setImmediate as turn } from "node:timers/promises";
import pg from "pg";
import { expect, test, vi } from "vitest";
import { Gate, type Pass } from "./gate.ts";

/** A port of this machine on which nobody listens any more. */
async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const address = server.address();
  await new Promise((closed) => server.close(closed));
  return typeof address === "object" && address ? address.port : 0;
}

test("[REL3] a database that refuses while the node asks for its right again does not end the node", async () => {
  const pool = new pg.Pool({ host: "127.0.0.1", port: await closedPort() });
  const refused = () => pool.connect().then(Promise.reject, () => undefined);
  const pass: Pass = { isFresh: false, renewed: refused };
  const unheard = vi.fn();
  process.on("unhandledRejection", unheard);
  try {
    await expect(new Gate(pass).before(pool).connect()).rejects.toThrow("does not answer");
    await refused();
    await turn();
    expect(unheard).not.toHaveBeenCalled();
  } finally {
    process.off("unhandledRejection", unheard);
    await pool.end();
  }
});
