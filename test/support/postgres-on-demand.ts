// A run of a few tests starts no PostgreSQL that none of them uses: the run keeps a desk, and the first test file
// that asks there has the server started.
import { createServer, type Socket } from "node:net";
import { findPostgres } from "./postgres-programs.ts";
import { PostgresServer } from "./postgres-server.ts";

export interface PostgresOnDemand {
  readonly port: number;
  close(): Promise<void>;
}

/** Undefined where no PostgreSQL can be had. */
export async function postgresOnDemand(): Promise<PostgresOnDemand | undefined> {
  const programs = findPostgres();
  if (!programs) {
    const message = "PostgreSQL: no server program found, the tests on PostgreSQL are skipped";
    if (process.env["CI"] === "true") throw new Error(message);
    process.stderr.write(`tests: ${message}\n`);
    return undefined;
  }
  let started: Promise<PostgresServer> | undefined;
  const answer = async (socket: Socket) => {
    started ??= PostgresServer.start(programs);
    const reply = await started.then(
      ({ url }) => ({ url }),
      (error: unknown) => ({ error: String(error) }),
    );
    socket.on("error", () => undefined).end(JSON.stringify(reply));
  };
  const desk = createServer((socket) => void answer(socket));
  await new Promise<void>((resolve) => desk.listen(0, "127.0.0.1", resolve));
  const address = desk.address();
  return {
    port: typeof address === "object" && address ? address.port : 0,
    close: async () => {
      desk.close();
      await (await started?.catch(() => undefined))?.stop();
    },
  };
}
