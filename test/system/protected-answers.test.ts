import { once } from "node:events";
import { copyFileSync } from "node:fs";
import { connect as connectTcp } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { connect, type TLSSocket } from "node:tls";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectOk, startApp, type TestApp, type TestTenant } from "../support/app.ts";
import { selfSignedCertificate } from "../support/certificate.ts";
import { tempFolder } from "../support/temp-folder.ts";

let folder: Awaited<ReturnType<typeof tempFolder>>;
let others: Awaited<ReturnType<typeof tempFolder>>;
let app: TestApp;
let home: TestTenant;
beforeAll(async () => {
  folder = await tempFolder();
  others = await tempFolder();
  const { cert, key } = selfSignedCertificate(folder.path);
  selfSignedCertificate(others.path);
  app = await startApp({
    HELIO_TLS_CERT: cert,
    HELIO_TLS_KEY: key,
    HELIO_TLS_RELOAD: "100ms",
    HELIO_TLS_HANDSHAKE_TIMEOUT: "2s", // enough for those of a busy machine that do go on
  });
  home = await app.firstTenant();
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
  await others[Symbol.asyncDispose]();
});

async function tls(port: number | undefined, options: object = {}): Promise<TLSSocket> {
  const socket = connect({ host: "127.0.0.1", port: port ?? 0, rejectUnauthorized: false, ...options });
  await once(socket, "secureConnect");
  return socket;
}

const ports = (): readonly [string, number | undefined][] => [
  ["HTTPS", app.node.httpsPort],
  ["MQTT", app.node.mqttTlsPort],
];

describe("every answer", () => {
  test("[API12] says that its type is its type, and those of the API that nobody keeps a copy", async () => {
    const answers = [
      await home.admin.get("/api/auth/user"),
      await app.rest.get("/api/nowhere"),
      await app.rest.post("/api/auth/login", { username: "admin", password: "wrong wrong" }),
      await app.rest.post("/status.php?F=PING&ID=unknown"),
    ];

    for (const { headers } of answers) {
      expect(headers).toMatchObject({ "x-content-type-options": "nosniff", "cache-control": "no-store" });
      expect(headers["strict-transport-security"]).toBeUndefined();
    }
    expect((await app.rest.get("/health/live")).headers["x-content-type-options"]).toBe("nosniff");
  });

  test("[API12] can be put into no frame, loads nothing, and tells other sites no address", async () => {
    const answers = [
      await home.admin.get("/api/auth/user"),
      await app.rest.get("/api/nowhere"),
      await app.rest.get("/health/live"),
      await app.rest.get("/metrics"),
    ];

    for (const { headers } of answers) {
      expect(headers["content-security-policy"]).toBe("default-src 'none'; base-uri 'none'; frame-ancestors 'none'");
      expect(headers["referrer-policy"]).toBe("no-referrer");
    }
  });

  test("[API12] says over TLS that TLS is the way", async () => {
    const socket = await tls(app.node.httpsPort);

    socket.write("GET /health/live HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    const [answer] = (await once(socket, "data")) as [Buffer];

    expect(answer.toString()).toMatch(/strict-transport-security: max-age=\d{8}/i);
    socket.destroy();
  });
});

describe("TLS", () => {
  test("[API12] no suite with CBC, none of TLS 1.1", async () => {
    for (const [name, port] of ports()) {
      const good = await tls(port, { maxVersion: "TLSv1.2" });
      expect(good.getCipher().name, name).toMatch(/GCM|CHACHA20/);
      good.destroy();
      const cbc = { maxVersion: "TLSv1.2", ciphers: "ECDHE-ECDSA-AES128-SHA:ECDHE-ECDSA-AES128-SHA256:@SECLEVEL=0" };
      await expect(tls(port, cbc), name).rejects.toThrow();
      const old = { minVersion: "TLSv1", maxVersion: "TLSv1.1", ciphers: "ALL:@SECLEVEL=0" };
      await expect(tls(port, old), name).rejects.toThrow();
    }
  });

  test("[API12] a handshake that does not go on is cut off", async () => {
    const silent = ports().map(([, port]) => connectTcp(port ?? 0, "127.0.0.1"));
    const closed = silent.map(async (socket) => {
      socket.on("error", () => undefined);
      socket.resume();
      await once(socket, "close");
    });
    await Promise.all(closed);
  });

  test("[RUN13] a new certificate is used without a restart, and a pair that does not fit is not", async () => {
    const serials = () =>
      Promise.all(
        ports().map(async ([, port]) => {
          const socket = await tls(port);
          const { serialNumber } = socket.getPeerCertificate();
          socket.destroy();
          return serialNumber;
        }),
      );
    const before = await serials();

    copyFileSync(join(others.path, "cert.pem"), join(folder.path, "cert.pem"));
    await sleep(500);
    expect(await serials()).toEqual(before); // the key is not there yet
    copyFileSync(join(others.path, "key.pem"), join(folder.path, "key.pem"));

    await expect.poll(serials).not.toEqual(before);
    await expect.poll(async () => new Set(await serials()).size).toBe(1);
  });
});

describe("CSV", () => {
  test("[API12] an export executes nothing, escape=none is raw, an import takes the sign off again", async () => {
    const { id } = (await app.device(home)).id;
    const telemetry = `/api/plugins/telemetry/DEVICE/${id}`;
    const points = { ts: 5, values: { "=key": "=1+1", number: -5, text: "-5", cmd: "@SUM(A1)" } };
    expectOk(await home.admin.post(`${telemetry}/timeseries/ANY`, points));
    const range = "startTs=0&endTs=10";
    const lines = async (query: string) =>
      expectOk(await home.admin.get(`${telemetry}/export/timeseries?${range}${query}`))
        .text.split("\r\n")
        .sort();

    expect(await lines("")).toEqual([
      "",
      "'=key,5,'=1+1",
      "cmd,5,'@SUM(A1)",
      "key,ts,value",
      "number,5,-5",
      "text,5,-5",
    ]);
    expect(await lines("&escape=none")).toContain("=key,5,=1+1");
    const csv = "name,label\nimported,'=2+2\n";
    const headers = { "content-type": "text/csv" };
    expectOk(await home.admin.post(`/api/tenants/${home.id}/devices/import`, csv, { headers }));
    const found = await home.admin.get(`/api/tenants/${home.id}/devices?textSearch=imported`);
    expect(found.json()).toMatchObject({ data: [{ label: "=2+2" }] });
  });
});
