import { connect } from "node:net";
import fastify from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listBody } from "../../server/src/transports/http/list-body.ts";
import { expectOk, startApp, type TestApp, type TestTenant } from "../support/app.ts";
import { atLength } from "../support/at-length.ts";
import { onEveryStorage } from "../support/databases.ts";
import { withRealThreads } from "../support/threads-at-hand.ts";

withRealThreads();

const deviceCount = 2_010;
/** All of them together are more than the buffers between a node and a reader take. */
const bytesPerDevice = 5_000;
/** The shortest that is streamed as the list of everything is. */
const longPage = 1_001;

describe("[API5] a list as a stream", () => {
  /** A list whose source does what the test says. */
  function appWith(stream: () => AsyncGenerator<readonly number[]>) {
    const app = fastify();
    const page = async () => ({ data: [1], totalElements: 3, totalPages: 1, hasNext: false });
    app.get("/list", (_, reply) => listBody(reply, { limit: -1 }, { page, stream }, (value) => value));
    return app;
  }

  test("that fails after the first byte breaks the connection off; the body never ends as if complete", async () => {
    const app = appWith(async function* () {
      yield [1, 2, 3];
      await new Promise((resolve) => setTimeout(resolve, 50)); // the first bytes are on their way
      throw new Error("the disk is gone");
    });
    const address = await app.listen({ port: 0, host: "127.0.0.1" });

    const answer = await rawGet(Number(new URL(address).port), "/list");

    expect(answer).toContain("1,2,3");
    expect(answer).not.toContain("]");
    expect(answer.endsWith("0\r\n\r\n")).toBe(false);
    await app.close();
  });

  test("that fails before the first byte is an ordinary error", async () => {
    const app = appWith(() => {
      throw new Error("the disk is gone");
    });

    expect((await app.inject("/list")).statusCode).toBe(500);
    await app.close();
  });

  test("closes its source however it ends, even when nobody ever read from it", async () => {
    let open = 0;
    const app = appWith(async function* () {
      open++;
      try {
        await new Promise((resolve) => setTimeout(resolve, 30));
        for (let chunk = 0; chunk < 1_000; chunk++) yield Array.from({ length: 1_000 }, () => chunk);
      } finally {
        open--;
      }
    });
    const port = Number(new URL(await app.listen({ port: 0, host: "127.0.0.1" })).port);

    await Promise.all([0, 1, 5, 20, 40, 60].map((ms) => abandonedGet(port, "/list", "", ms)));

    await expect.poll(() => open).toBe(0);
    await app.close();
  });
});

onEveryStorage("a list of everything", (storage) => {
  let app: TestApp;
  let home: TestTenant;
  let list: string;
  beforeAll(async () => {
    const patience = { HELIO_IDLE_TIMEOUT: "120s", HELIO_PLACE_STALL: "120s" }; // nobody goes before a test lets them go
    app = await startApp({ ...(await storage()), ...patience, HELIO_PLACE_WAIT: "1s" });
    home = await app.firstTenant();
    list = `/api/tenants/${home.id}/devices`;
    const rows = Array.from({ length: deviceCount }, (_, index) => `device ${index}`).join("\n");
    const headers = { "content-type": "text/csv" };
    expectOk(await home.admin.post(`${list}/import`, `name\n${rows}`, { headers }));
  });
  afterAll(() => app[Symbol.asyncDispose]());

  test("[API5] a large limit is a page like any other, in the same order", async () => {
    type List = { data: { name: string }[]; totalElements: number; totalPages: number; hasNext: boolean };
    const get = async (query: string) => (await home.admin.get(`${list}?${query}`)).json<List>();

    const all = await get("limit=2147483647");
    const second = await get(`limit=${longPage}&page=1`);
    const third = await get(`limit=${longPage}&page=2`);

    expect(all).toMatchObject({ totalElements: deviceCount, totalPages: 1, hasNext: false });
    expect(all.data).toHaveLength(deviceCount);
    expect(second).toMatchObject({ totalElements: deviceCount, totalPages: 3, hasNext: true });
    expect(second.data).toEqual(all.data.slice(longPage, 2 * longPage));
    expect(third).toMatchObject({ hasNext: false });
    expect(third.data).toEqual(all.data.slice(2 * longPage));
  });

  test("a HEAD of everything has no body", async () => {
    const response = await home.admin.send("HEAD", `${list}?limit=-1`);

    expect([response.status, response.text]).toEqual([200, ""]);
  });

  describe("whose readers are slow or gone", () => {
    let token: string;
    beforeAll(async () => {
      const description = "d".repeat(bytesPerDevice);
      await app.platform.database.write.updateTable("devices").set({ description }).execute();
      ({ token } = await app.tokens("admin"));
    });

    async function expectAliveAndCurrent(): Promise<void> {
      expect((await app.rest.get("/health/ready")).status).toBe(200);
      const device = await app.device(home);
      expect((await home.admin.get(`/api/device/${device.id.id}`)).status).toBe(200);
      const client = await app.login("admin");
      expect((await client.get("/api/auth/user")).status).toBe(200);
      await home.admin.delete(`/api/device/${device.id.id}`);
    }

    /** As soon as those who left have given up their places. */
    const expectWholeList = () =>
      expect
        .poll(async () => (await home.admin.get(`${list}?limit=-1`)).json())
        .toMatchObject({ totalElements: deviceCount });

    test("[REL2, API11] of a user's unread lists eight are begun and hold up nobody; the next are 429 after their wait", async () => {
      const stalled = await Promise.all(
        Array.from({ length: 16 }, () => stalledGet(app.node.httpPort, `${list}?limit=-1`, token)),
      );

      const refused = await home.admin.get(`${list}?limit=-1`);
      const foreign = await app.tenant();

      expect(stalled.filter(({ status }) => status === 200)).toHaveLength(8);
      expect(refused.json()).toMatchObject({ status: 429, errorCode: 33 });
      expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
      expect((await foreign.admin.get(`/api/tenants/${foreign.id}/devices?limit=-1`)).status).toBe(200);
      for (let round = 0; round < 3; round++) await expectAliveAndCurrent(); // nobody is shown the past of a stream
      for (const { destroy } of stalled) destroy();
      await expectWholeList();
    });

    atLength("[REL2] readers who go away, before or after the first byte, leave nothing open", async () => {
      for (let round = 0; round < 4; round++) {
        const delays = [0, 1, 2, 5, 10, 30, 60, 100];
        await Promise.all(delays.map((ms) => abandonedGet(app.node.httpPort, `${list}?limit=-1`, token, ms)));
      }

      await expectAliveAndCurrent();
      await expectWholeList();
    });
  });
});

const requestText = (path: string, token: string) =>
  `GET ${path} HTTP/1.1\r\nhost: x\r\nx-authorization: Bearer ${token}\r\n\r\n`;

function rawGet(port: number, path: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(requestText(path, "")));
    let answer = "";
    socket.on("data", (data) => {
      answer += data;
    });
    socket.on("error", () => undefined);
    socket.on("close", () => resolve(answer));
  });
}

/** Asks and is gone `ms` later, whatever has come until then. */
function abandonedGet(port: number, path: string, token: string, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.write(requestText(path, token));
      setTimeout(() => socket.destroy(), ms);
    });
    socket.on("error", () => undefined);
    socket.on("close", () => resolve());
  });
}

/** Reads the first bytes and then no more, but stays. */
function stalledGet(port: number, path: string, token: string): Promise<{ status: number; destroy(): void }> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(requestText(path, token)));
    socket.once("error", reject);
    socket.once("data", (data) => {
      socket.pause();
      resolve({ status: Number(/HTTP\/1\.1 (\d+)/.exec(String(data))?.[1]), destroy: () => socket.destroy() });
    });
  });
}
