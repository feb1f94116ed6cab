// The peer: plain node:http. POST /<name> pipes the body to a file and syncs it, as ours has to; GET /<name> pipes a
// file, GET /all?<count> so many of them one after the other; POST /empty is an empty fastify route.
import { once } from "node:events";
import { createReadStream, createWriteStream } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import fastify from "fastify";

const folder = process.argv[2] ?? "";
const app = fastify();
app.post("/empty", async (_, reply) => reply.code(204).send());
await app.ready();

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? "", "http://plain");
  const path = join(folder, pathname.slice(1));
  if (request.method === "POST") await pipeline(request, createWriteStream(path, { flush: true }));
  else if (pathname !== "/all") return pipeline(createReadStream(path), response);
  else await sendAll(response, Number(searchParams.get("count")));
  response.end();
}

async function sendAll(response: ServerResponse, count: number): Promise<void> {
  for (let index = 0; index < count; index++) {
    for await (const chunk of createReadStream(join(folder, `${index}.bin`)))
      if (!response.write(chunk)) await once(response, "drain");
  }
}

const server = createServer((request, response) => {
  if (request.url?.startsWith("/empty") === true) return app.routing(request, response);
  answer(request, response).catch(() => response.destroy());
});
server.listen(0, "127.0.0.1", () => process.send?.((server.address() as { port: number }).port));
