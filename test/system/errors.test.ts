import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type OwnTenant, startApp, type TestApp, testPassword } from "../support/app.ts";
import type { RestResponse } from "../support/rest-client.ts";
import { sharedApp } from "../support/shared-app.ts";

let app: TestApp;
let home: OwnTenant;
beforeAll(async () => {
  app = await sharedApp();
  home = await app.tenant();
});
afterAll(() => app[Symbol.asyncDispose]());

/** Every error has exactly these four fields [API2]. */
function expectError(response: RestResponse, status: number, errorCode: number): void {
  expect(response.headers["content-type"]).toMatch(/^application\/json/);
  expect(response.status).toBe(status);
  expect(response.json()).toEqual({ status, errorCode, message: expect.any(String), timestamp: expect.any(Number) });
}

describe("[API2] one shape for every error", () => {
  test("an unknown route is 404/32, below any prefix", async () => {
    for (const path of ["/api/nope", "/", "/API/nope", "/api//device", "/health", "/api/device/a/b/c"]) {
      expectError(await app.rest.get(path), 404, 32);
    }
  });

  test("a wrong method is 405/31 with Allow", async () => {
    const response = await app.rest.put("/api/device", {});

    expectError(response, 405, 31);
    expect(response.headers.allow).toBe("POST");
    expectError(await app.rest.send("PATCH", `/api/device/${home.id}`), 405, 31);
    expect((await app.rest.send("OPTIONS", `/api/device/${home.id}`)).headers.allow).toBe("GET, HEAD, DELETE");
  });

  test.each(["/api/device/%", "/api/device/%zz", "/%c0%af"])(
    "a URL that cannot be decoded is 400/31: %s",
    async (path) => {
      expectError(await home.admin.get(path), 400, 31);
    },
  );

  test("a very long path segment is 400 or 404, never a crash", async () => {
    const response = await home.admin.get(`/api/device/${"a".repeat(8_000)}`);

    expect([400, 404]).toContain(response.status);
    expectError(response, response.status, response.status === 400 ? 31 : 32);
  });

  test("headers that are too large are 431/31, bytes that are not HTTP 400/31", async () => {
    expectError(await app.rest.get("/health/live", { headers: { "x-large": "x".repeat(20_000) } }), 431, 31);
    const answer = await rawExchange("GARBAGE\r\n\r\n");
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(JSON.parse(answer.split("\r\n\r\n")[1] ?? "")).toMatchObject({ status: 400, errorCode: 31 });
  });

  test("[API11] a body nested too deeply is 400/31 and says so, whatever it is for", async () => {
    const body = `{"a":${"[".repeat(200_000)}${"]".repeat(200_000)}}`;
    const device = (await app.device(home)).id.id;
    const below = `/api/plugins/telemetry/DEVICE/${device}`;

    for (const path of ["/api/device", `${below}/timeseries/ANY`, `${below}/attributes/SHARED_SCOPE`]) {
      const response = await home.admin.post(path, body);

      expectError(response, 400, 31);
      expect(response.text).toContain("nested deeper than 512 levels");
    }
  });

  test("an unknown Expect is 417/31, a request without Host is served", async () => {
    const answer = await rawExchange("GET /health/live HTTP/1.1\r\nhost: x\r\nexpect: miracles\r\n\r\n");
    expect(answer).toMatch(/^HTTP\/1\.1 417 /);
    expect(JSON.parse(answer.split("\r\n\r\n")[1] ?? "")).toMatchObject({ status: 417, errorCode: 31 });
    expect(await rawExchange("GET /health/live HTTP/1.1\r\n\r\n")).toMatch(/^HTTP\/1\.1 200 /);
  });

  test("a message never holds a stack, SQL or a secret", async () => {
    const responses = [
      await app.rest.post("/api/auth/login", { username: home.username, password: "my secret" }),
      await home.admin.post("/api/device", { name: "' ; drop table devices; --", id: { id: "x" } }),
      await home.admin.get(`/api/tenants/${home.id}/devices?sortProperty=name;drop`),
    ];

    for (const { text } of responses) expect(text).not.toMatch(/ at .*\.ts|select |insert |my secret|node_modules/i);
  });
});

describe("[API3] ids", () => {
  test.each([
    "42",
    "x",
    "00000000-0000-0000-0000-00000000000",
    "00000000-0000-0000-0000-0000000000001",
    "urn:uuid:784f394c-42b6-435a-983c-b7beff2784f9",
  ])("that are no UUID are 400: %s", async (id) => {
    expectError(await home.admin.get(`/api/device/${id}`), 400, 31);
    expectError(await home.admin.get(`/api/tenants/${id}/devices`), 400, 31);
  });
});

describe("[API7] bodies", () => {
  const path = "/api/noauth/authorization";
  const good = () => JSON.stringify({ username: home.username, password: testPassword });
  const send = (body: string | Uint8Array, headers: Record<string, string> = {}) =>
    app.rest.post(path, body, { headers });

  test("without a Content-Type count as JSON", async () => {
    expect((await send(good())).status).toBe(200);
  });

  test.each([
    "application/json",
    "application/json; charset=utf-8",
    "APPLICATION/JSON",
    "application/vnd.api+json",
    "text/plain",
  ])("of type %s are read", async (type) => {
    expect((await send(good(), { "content-type": type })).status).toBe(200);
  });

  test.each(["application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "text/xml", "x", "/"])(
    "of type %s are 415/31",
    async (type) => {
      expectError(await send(good(), { "content-type": type }), 415, 31);
    },
  );

  test.each(["{", "{}}", "{'a':1}", '{"username":}', "nope", "\ufeff{", '{"a":1,}', "\u0000"])(
    "that are no JSON are 400/31: %j",
    async (body) => {
      expectError(await send(body, { "content-type": "application/json" }), 400, 31);
    },
  );

  test("that are no UTF-8 are 400/31", async () => {
    expectError(await send(Buffer.from([0x22, 0xff, 0xfe, 0x22]), { "content-type": "application/json" }), 400, 31);
  });

  test("beyond 1 MiB are 413/31, announced or not", async () => {
    const large = JSON.stringify({ username: home.username, password: "x".repeat(1_048_576) });
    expectError(await send(large), 413, 31);

    const chunk = "x".repeat(65_536);
    const chunked = Array(20).fill(`10000\r\n${chunk}\r\n`).join("");
    const answer = await rawExchange(
      `POST ${path} HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n${chunked}0\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  });

  test("that are empty count as none, whatever their type says", async () => {
    const device = await app.device(home);
    const logout = await (await app.login(home.username)).post("/api/auth/logout", "", {
      headers: { "content-type": "application/json" },
    });
    const removed = await home.admin.delete(`/api/device/${device.id.id}`, { headers: { "content-type": "text/xml" } });

    expect([logout.status, removed.status]).toEqual([200, 200]);
    expectError(await send("", { "content-type": "application/json" }), 400, 31);
  });

  test("on a DELETE are tolerated", async () => {
    const device = await app.device(home);

    const removed = await home.admin.delete(`/api/device/${device.id.id}`, { body: {} });

    expect(removed.status).toBe(200);
  });

  test("with __proto__ or constructor keys change nothing", async () => {
    const body = `{"name":"proto ${Date.now()}","__proto__":{"label":"x"},"constructor":{"prototype":{"label":"y"}}}`;

    const created = await home.admin.post("/api/device", body);

    expect(created.json()).toMatchObject({ label: null });
  });
});

describe("[API6] one Accept for all calls", () => {
  const accept = "text/html,application/json,application/xhtml+xml,application/xml;q=0.9";

  test.each([accept, "application/json", "text/plain", "image/png"])("JSON routes answer JSON to %s", async (value) => {
    const response = await home.admin.get(`/api/tenants/${home.id}/devices`, { headers: { accept: value } });

    expect(response.status).toBe(200);
    expect(response.headers["content-type"]).toMatch(/^application\/json/);
  });
});

test("[RUN5] health and metrics are open to everybody", async () => {
  expect((await app.rest.get("/health/live")).json()).toEqual({ status: "UP" });
  expect((await app.rest.get("/health/ready")).json()).toEqual({ status: "UP" });
  const metrics = await app.rest.get("/metrics");
  expect(metrics.headers["content-type"]).toMatch(/^text\/plain; version=/);
  expect(metrics.text).toMatch(/^heliograph_http_request_duration_seconds_count\{.*route="\/health\/live".*\} \d+$/m);
});

/** Bytes as they are, the answer as it comes until the other side closes. */
function rawExchange(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(app.node.httpPort, "127.0.0.1", () => socket.write(bytes));
    let answer = "";
    socket.setTimeout(10_000, () => socket.destroy(new Error("no answer")));
    socket.on("data", (data) => {
      answer += data;
      if (/\r\n\r\n.+/s.test(answer)) socket.end();
    });
    socket.on("error", (error) => (answer ? resolve(answer) : reject(error)));
    socket.on("close", () => resolve(answer));
  });
}

test("[REL2] a connection that stalls is closed, also in its second request", async () => {
  await using impatient = await startApp({ HELIO_IDLE_TIMEOUT: "1s" });
  const half = "POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\n{";
  const whole = "GET /health/live HTTP/1.1\r\nhost: x\r\n\r\n";

  const closed = [half, whole + half].map(
    (bytes) =>
      new Promise((resolve) => {
        const socket = connect(impatient.node.httpPort, "127.0.0.1", () => socket.write(bytes));
        socket.on("error", () => undefined);
        socket.on("data", () => undefined);
        socket.on("close", resolve);
      }),
  );

  await Promise.all(closed); // the test's own time limit is the failure
});
