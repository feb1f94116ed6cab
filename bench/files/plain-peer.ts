// The peer: plain node:http. PUT pipes a body to a file, GET pipes a file, POST /empty is an empty fastify route.
import { createReadStream, createWriteStream } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import fastify from "fastify";

const folder = process.argv[2] ?? "";
const app = fastify();
app.post("/empty", async (_, reply) => reply.code(204).send());
await app.ready();

const server = createServer((request, response) => {
  if (request.method === "POST") return app.routing(request, response);
  const path = join(folder, (request.url ?? "").slice(1));
  const answer =
    request.method === "PUT" ? pipeline(request, createWriteStream(path)) : pipeline(createReadStream(path), response);
  answer.then(
    () => response.end(),
    () => response.destroy(),
  );
});
server.listen(0, "127.0.0.1", () => process.send?.((server.address() as { port: number }).port));
