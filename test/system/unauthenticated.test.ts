import { once } from "node:events";
import { Agent, request } from "node:http";
import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectOk, startApp, type TestApp, testPassword } from "../support/app.ts";
import { LiveClient } from "../support/live-client.ts";
import { RestClient } from "../support/rest-client.ts";
import { sizeOf } from "../switches.ts";

/** As many as in the attack, or in the same proportion fewer: the limit is a little less. */
const crowd = sizeOf("HELIO_TEST_UNAUTHENTICATED");
const perNetwork = Math.ceil(crowd * 0.8);
const attacker = "127.0.0.66";

const upgrade =
  "GET /api/ws HTTP/1.1\r\nhost: x\r\nconnection: Upgrade\r\nupgrade: websocket\r\n" +
  "sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";

describe("[API10] before anybody has authenticated", () => {
  let app: TestApp;
  const sockets: Socket[] = [];
  beforeAll(async () => {
    app = await startApp({
      HELIO_UNAUTHENTICATED_PER_NETWORK: String(perNetwork),
      HELIO_UNAUTHENTICATED_BYTES_PER_NETWORK: "131072",
      HELIO_UNAUTHENTICATED_TIMEOUT: "2s",
      HELIO_LIVE_AUTH_TIMEOUT: "60s",
    });
  });
  afterAll(async () => {
    for (const socket of sockets) socket.destroy();
    await app[Symbol.asyncDispose]();
  });

  /** Sends the bytes, keeps what comes back, and stays. */
  function opened(bytes: string | Buffer, localAddress = "127.0.0.1") {
    const socket = connect({ port: app.node.httpPort, host: "127.0.0.1", localAddress });
    sockets.push(socket);
    const told = { text: "", closed: false };
    socket.on("error", () => undefined);
    socket.on("data", (data) => {
      told.text += String(data);
    });
    socket.once("close", () => {
      told.closed = true;
    });
    socket.write(bytes);
    return { socket, told };
  }

  const login = (head: string) =>
    `POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n${head}\r\n\r\n`;

  test("a body announced with a megabyte is refused without being read", async () => {
    const { told } = opened(login("content-length: 1048576"));

    await expect.poll(() => told.text).toContain("HTTP/1.1 413");
  });

  test("a body that grows beyond 16 KiB is refused there", async () => {
    const chunk = `4000\r\n${"x".repeat(0x4000)}\r\n`;

    const { told } = opened(login("transfer-encoding: chunked") + chunk + chunk);

    await expect.poll(() => told.text).toContain("HTTP/1.1 413");
  });

  // These wait for time to pass, and do it together; each with an `expect` of its own, which outlives the others.
  test.concurrent("a body that does not come, headers that do not end and connections that say nothing are given up", async ({
    expect,
  }) => {
    const all = [login("content-length: 100"), "GET /health/live HTTP/1.1\r\nhost", ""].map((bytes) => opened(bytes));

    await expect.poll(() => all.map(({ told }) => told.closed)).toEqual([true, true, true]);
    expect(all[0]?.told.text).toContain("HTTP/1.1 408");
  });

  test.concurrent.for(["/api/device", "/status.php?F=UPLOAD&ID=unknown"])(
    "whoever is refused at %s and goes on sending is cut off",
    async (path, { expect }) => {
      const head = `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 30000\r\n\r\n`;

      const { told } = opened(head);

      await expect.poll(() => told.text).toContain("HTTP/1.1 401");
      await expect.poll(() => told.closed).toBe(true);
    },
  );

  test("a live view that sends much instead of a first frame is cut off", async () => {
    const { socket, told } = opened(upgrade);
    await expect.poll(() => told.text).toContain("101 Switching");
    const frameOf200KiB = Buffer.from([0x81, 0xff, 0, 0, 0, 0, 0, 3, 0x20, 0, 1, 2, 3, 4]);

    socket.write(Buffer.concat([frameOf200KiB, Buffer.alloc(100_000)]));

    await expect.poll(() => told.closed).toBe(true);
  });

  test("one address that opens thousands of bare upgrades locks nobody out, not even its own neighbours", async () => {
    const { token } = await app.tokens("admin");
    const bare = Array.from({ length: crowd }, () => opened(upgrade, attacker));
    await expect.poll(() => bare.filter(({ told }) => told.closed).length).toBeGreaterThanOrEqual(crowd - perNetwork);

    await using other = await LiveClient.open(app.node.httpPort, token);
    const neighbour = opened("GET /health/live HTTP/1.1\r\nhost: x\r\n\r\n", attacker);

    other.send({ type: "ping" });
    expect(await other.next()).toMatchObject({ type: "pong" });
    await expect.poll(() => neighbour.told.text).toContain("HTTP/1.1 200");
  });

  test("unfinished bodies keep no neighbour from asking or logging in: the oldest gives way", async () => {
    const slow = Array.from({ length: 9 }, () => opened(login("content-length: 16000"), attacker));
    await expect.poll(() => slow.some(({ told }) => told.closed || told.text !== "")).toBe(true);
    const rest = new RestClient(app.node.httpPort, {}, attacker);

    const asked = await rest.get("/health/live");
    const loggedIn = await rest.post("/api/auth/login", { username: "admin", password: testPassword });

    expect([asked.status, loggedIn.status]).toEqual([200, 200]);
    expect(slow.map(({ told }) => told.text).join("")).not.toContain("HTTP/1.1 503");
  });

  test("connections of people who are known do not count, however many share an address", async () => {
    const { token } = await app.tokens("admin");
    const agents = Array.from({ length: perNetwork + 10 }, () => new Agent({ keepAlive: true, maxSockets: 1 }));
    const headers = { "x-authorization": `Bearer ${token}` };
    const ask = (agent: Agent) =>
      new Promise<boolean>((resolve, reject) => {
        const asked = request({ port: app.node.httpPort, path: "/api/auth/user", agent, headers }, (answer) => {
          answer.resume().once("end", () => resolve(asked.reusedSocket));
        });
        asked.once("error", reject).end();
      });
    for (const agent of agents) await ask(agent);

    const areReused = await Promise.all(agents.map(ask));

    expect(areReused.filter((isReused) => !isReused)).toHaveLength(0);
    for (const agent of agents) agent.destroy();
  });
});

describe("[API10] a place in the live view", () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp({ HELIO_LIVE_AUTH_TIMEOUT: "2s", HELIO_LIVE_CONNECTIONS_PER_USER: "1" });
  });
  afterAll(() => app[Symbol.asyncDispose]());

  /** One that upgrades and then says nothing, not even good-bye. */
  function openBare() {
    const socket = connect({ port: app.node.httpPort, host: "127.0.0.1" });
    const told = { text: "", closed: once(socket, "close") };
    socket.on("data", (data) => {
      told.text += data.toString("latin1");
    });
    socket.write(upgrade);
    return told;
  }

  test("is not for those without a token: they are closed in time, whether they say good-bye or not", async () => {
    const bare = Array.from({ length: 5 }, openBare);
    const polite = new LiveClient(app.node.httpPort);
    await using known = await LiveClient.open(app.node.httpPort, (await app.tokens("admin")).token);

    await Promise.all(bare.map(({ closed }) => closed));
    expect(bare.map(({ text }) => text.includes("no token within the time"))).toEqual(bare.map(() => true));
    expect(await polite.closed).toBe(4401);
    known.send({ type: "ping" });
    expect(await known.next()).toMatchObject({ type: "pong" });
  });

  test("is free as soon as its owner was told to go, whether it listens or not", async () => {
    const { token } = await app.tokens("admin");
    const deaf = await LiveClient.open(app.node.httpPort, token);
    deaf.socket.pause();
    expectOk(await app.rest.withToken(token).post("/api/auth/logout"));

    await using next = await LiveClient.open(app.node.httpPort, (await app.tokens("admin")).token);

    next.send({ type: "ping" });
    expect(await next.next()).toMatchObject({ type: "pong" });
    deaf.socket.terminate();
  });
});
