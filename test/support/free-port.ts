import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

/** Below the ports the system gives to connections: between the look and the use nobody takes it by chance. */
const [lowest, beyond] = [20_000, 32_000];

/** For what cannot take port 0. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(lowest, beyond);
    if (await isFree(port)) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
  } catch {
    return false;
  }
  server.close();
  await once(server, "close");
  return true;
}
