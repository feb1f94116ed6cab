import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { expect, test } from "vitest";
import { expectOk, startApp, testPassword } from "../support/app.ts";
import { atLength } from "../support/at-length.ts";
import { type NodeProcess, spawnNode } from "../support/node-process.ts";
import { tempFolder } from "../support/temp-folder.ts";

/** A connection on which a request can be sent in pieces. */
async function openSocket(port: number): Promise<Socket> {
  const socket = connect({ host: "127.0.0.1", port });
  await once(socket, "connect");
  return socket;
}

async function allOf(socket: Socket): Promise<string> {
  let text = "";
  for await (const chunk of socket.setEncoding("utf8")) text += chunk;
  return text;
}

/**
 * What was sent before on other connections has been read: connections are accepted in their order, so a fresh one
 * is served after them. (A kept one could overtake a connection that still waits to be accepted.)
 */
async function untilEarlierBytesAreRead(port: number): Promise<void> {
  const fresh = await openSocket(port);
  fresh.write("GET /health/live HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n");
  expect(await allOf(fresh)).toMatch(/^HTTP\/1\.1 200 /);
}

async function tokenOf(node: NodeProcess): Promise<string> {
  const body = { username: "admin", password: testPassword };
  return expectOk(await node.rest.post("/api/auth/login", body)).json<{ token: string }>().token;
}

test("[RUN6] SIGTERM twice: what is in flight is finished, what is new is refused, and the exit code is 0", async () => {
  await using folder = await tempFolder();
  const env = { HELIO_DATA_DIR: folder.path, HELIO_ADMIN_PASSWORD: testPassword };
  await using node = await spawnNode({ env });
  await node.ready();
  const token = await tokenOf(node);
  const body = JSON.stringify({ name: "in flight" });
  const [inFlight, late] = [await openSocket(node.port), await openSocket(node.port)];
  inFlight.write(
    `POST /api/device HTTP/1.1\r\nhost: x\r\nx-authorization: Bearer ${token}\r\n` +
      `content-length: ${body.length}\r\n\r\n${body.slice(0, 5)}`,
  );
  late.write("GET /health/live HTTP/1.1\r\nhost: x\r\n");
  await untilEarlierBytesAreRead(node.port);

  node.signal("SIGTERM");
  await node.printed(/"msg":"stopping"/);
  node.signal("SIGTERM");
  late.write("\r\n");
  const refused = await allOf(late);
  inFlight.write(body.slice(5));
  const finished = await allOf(inFlight);

  expect(refused).toMatch(/^HTTP\/1\.1 503 /);
  expect(refused).toMatch(/^retry-after: \d+\r$/im);
  expect(JSON.parse(refused.split("\r\n\r\n")[1] ?? "")).toEqual({
    status: 503,
    message: "The node is stopping; try again shortly",
    errorCode: 2,
    timestamp: expect.any(Number),
  });
  expect(finished).toMatch(/^HTTP\/1\.1 201 /);
  expect(await node.exited).toEqual({ code: 0, signal: null });
  await using again = await startApp(env);
  const { id } = JSON.parse(finished.split("\r\n\r\n")[1] ?? "");
  expect((await again.rest.withToken(token).get(`/api/device/${id.id}`)).status).toBe(200);
});

test("[RUN6] Ctrl-C stops as SIGTERM does, and a request that never ends does not keep the node from stopping with exit code 0", async () => {
  await using node = await spawnNode({ env: { HELIO_STOP_TIMEOUT: "500ms" } });
  await node.ready();
  const endless = await openSocket(node.port);
  endless.on("error", () => undefined);
  endless.write("POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n{");
  await untilEarlierBytesAreRead(node.port);

  node.signal("SIGINT");

  expect(await node.exited).toEqual({ code: 0, signal: null });
  expect(node.stderr).toContain('"msg":"stopped"');
});

atLength("[RUN6] a signal before the node is ready stops it as well", async () => {
  await using node = await spawnNode();
  await node.printed(/the database was brought up to date/);

  node.signal("SIGTERM");

  expect(await node.exited).toEqual({ code: 0, signal: null });
});
