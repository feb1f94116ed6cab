import { connect } from "node:net";
import fastify from "fastify";
import { expect, test } from "vitest";
import { listBody } from "../../server/src/transports/http/list-body.ts";
import { startApp } from "../support/app.ts";

test("[API5] a failure after the first byte breaks the connection off; the body never ends as if complete", async () => {
  const app = fastify();
  app.get("/list", (_, reply) =>
    listBody(
      reply,
      { limit: -1 },
      {
        page: () => Promise.reject(new Error("not asked for")),
        async *stream() {
          yield [1, 2, 3];
          await new Promise((resolve) => setTimeout(resolve, 50)); // the first bytes are on their way
          throw new Error("the disk is gone");
        },
      },
      (value) => value,
    ),
  );
  const address = await app.listen({ port: 0, host: "127.0.0.1" });

  const answer = await rawGet(Number(new URL(address).port), "/list");

  expect(answer).toContain('{"data":[1,2,3');
  expect(answer).not.toContain("]");
  expect(answer.endsWith("0\r\n\r\n")).toBe(false);
  await app.close();
});

test("[API5] a failure before the first byte is an ordinary error", async () => {
  const app = fastify();
  app.get("/list", (_, reply) =>
    listBody(
      reply,
      { limit: -1 },
      {
        page: () => Promise.reject(new Error("not asked for")),
        // biome-ignore lint/correctness/useYield: it fails before there is anything to yield
        async *stream() {
          throw new Error("the disk is gone");
        },
      },
      (value) => value,
    ),
  );

  expect((await app.inject("/list")).statusCode).toBe(500);
  await app.close();
});

test("a reader who goes away in the middle of a list disturbs nobody", async () => {
  await using app = await startApp();
  const home = await app.firstTenant();
  const rows = Array.from({ length: 3_000 }, (_, index) => `device ${index},${"t".repeat(200)}`).join("\n");
  await home.admin.post(`/api/tenants/${home.id}/devices/import`, `name,type\n${rows}`, {
    headers: { "content-type": "text/csv" },
  });
  const { token } = await app.tokens("admin");

  for (let round = 0; round < 20; round++) {
    await abandonedGet(app.node.httpPort, `/api/tenants/${home.id}/devices?limit=-1`, token);
  }

  expect((await home.admin.get(`/api/tenants/${home.id}/devices?limit=-1`)).json()).toMatchObject({
    totalElements: 3_000,
  });
});

function rawGet(port: number, path: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`));
    let answer = "";
    socket.on("data", (data) => {
      answer += data;
    });
    socket.on("error", () => undefined);
    socket.on("close", () => resolve(answer));
  });
}

/** Reads a little and is gone. */
function abandonedGet(port: number, path: string, token: string): Promise<void> {
  return new Promise((resolve) => {
    const request = `GET ${path} HTTP/1.1\r\nhost: x\r\nx-authorization: Bearer ${token}\r\n\r\n`;
    const socket = connect(port, "127.0.0.1", () => socket.write(request));
    socket.once("data", () => socket.destroy());
    socket.on("close", () => resolve());
  });
}
