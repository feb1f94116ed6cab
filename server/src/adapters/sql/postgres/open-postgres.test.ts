import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { openPostgres } from "./open-postgres.ts";

/** Takes every connection and never says a word. */
async function silentServer() {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => void sockets.add(socket)).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `postgres://x@127.0.0.1:${(server.address() as AddressInfo).port}/x`,
    [Symbol.dispose]() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

test("[REL2] a request waits for a connection as long as the setting says, and is told to come back", async () => {
  using silent = await silentServer();
  const database = await openPostgres({ url: silent.url, connections: 2, connectTimeoutMs: 50 });

  await expect(sql`select 1`.execute(database.read)).rejects.toMatchObject({ fault: "busy" });
  await database.close();
});
