import { chmod, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { request } from "node:https";
import { createServer } from "node:net";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectOk, startApp, testPassword } from "../support/app.ts";
import { selfSignedCertificate } from "../support/certificate.ts";
import { hasProgram } from "../support/debian-package.ts";
import { type NodeProcess, spawnNode } from "../support/node-process.ts";
import type { RestClient } from "../support/rest-client.ts";
import { type TempFolder, tempFolder } from "../support/temp-folder.ts";

const hasOpenssl = hasProgram("openssl", "version", ["openssl"], "TLS is not tried");

const login = (rest: RestClient, password: string, username = "admin") =>
  rest.post("/api/auth/login", { username, password });

describe("a node as it is started", () => {
  let folder: TempFolder;
  let certificates: TempFolder;
  let cert = "";
  let node: NodeProcess;
  beforeAll(async () => {
    folder = await tempFolder();
    certificates = await tempFolder();
    await chmod(folder.path, 0o755);
    const settings = { HELIO_HTTP_PORT: "1", HELIO_HTPT_PORT: "1", HELIO_DATA_DIR: folder.path };
    const administrator = { HELIO_ADMIN_PASSWORD: testPassword, HELIO_ADMIN_USERNAME: "ada" };
    const env = { ...settings, ...administrator, ...tls(), HELIO_LOG_LEVEL: "trace" };
    node = await spawnNode({ args: ["--http-port", "0"], env, isFirstStart: true });
    await node.ready();
  });
  afterAll(async () => {
    await node[Symbol.asyncDispose]();
    await folder[Symbol.asyncDispose]();
    await certificates[Symbol.asyncDispose]();
  });

  function tls(): Record<string, string> {
    if (!hasOpenssl) return {};
    const files = selfSignedCertificate(certificates.path);
    cert = files.cert;
    return { HELIO_TLS_CERT: files.cert, HELIO_TLS_KEY: files.key };
  }

  test("[RUN3] port 0 takes a free port, which the ready line names; flags win over variables", async () => {
    expect(node.stdout).toMatch(
      /^Heliograph \d+\.\d+\.\d+ is ready at http:\/\/127\.0\.0\.1:\d+.*; devices: mqtt:\/\/127\.0\.0\.1:\d+.*\n$/m,
    );
    expect((await node.rest.get("/health/live")).status).toBe(200);
  });

  test("[RUN3] an unknown variable only warns and names the nearest", () => {
    expect(node.stderr).toContain("HELIO_HTPT_PORT is not a setting and is ignored; did you mean HELIO_HTTP_PORT?");
  });

  test("[RUN4] the first start uses the given name and password and does not show the password", async () => {
    expect(node.stdout).toContain('First start: tenant "Default", administrator ada\n');
    expect(node.stdout + node.stderr).not.toContain(testPassword);
    expectOk(await login(node.rest, testPassword, "ada"));
  });

  test("[RUN5] health answers and metrics are Prometheus text", async () => {
    const [live, ready, metrics] = await Promise.all(
      ["/health/live", "/health/ready", "/metrics"].map((path) => node.rest.get(path)),
    );

    expect([live?.status, live?.json(), ready?.status, ready?.json()]).toEqual([
      200,
      { status: "UP" },
      200,
      { status: "UP" },
    ]);
    expect(metrics?.headers["content-type"]).toMatch(/^text\/plain; version=0\.0\.4/);
    const lines = metrics?.text.trim().split("\n") ?? [];
    const sample = /^[a-z_:][\w:]*(\{[^}]*\})? (-?[\d.e+-]+|NaN|[+-]Inf)$/i;
    expect(lines.filter((line) => !line.startsWith("#") && line !== "" && !sample.test(line))).toEqual([]);
    expect(metrics?.text).toContain("# TYPE heliograph_http_request_duration_seconds histogram");
    expect(metrics?.text).toContain("process_resident_memory_bytes");
  });

  test("[RUN4] nobody else on the machine can read what the node writes, also into a folder that was there", async () => {
    const written = await readdir(folder.path, { recursive: true });
    const modes = await Promise.all(
      written.map(async (file) => [file, (await stat(join(folder.path, file))).mode & 0o077]),
    );

    expect(written).toContain("heliograph.db");
    expect(modes.filter(([, others]) => others !== 0)).toEqual([]);
  });

  test("[RUN8] a second process on its data folder is refused while it goes on", async () => {
    await using second = await spawnNode({ env: { HELIO_DATA_DIR: node.dataDir } });

    expect(await second.exited).toMatchObject({ code: 1 });
    expect(second.stderr).toBe(
      `Heliograph cannot start: Another Heliograph node is running on the data folder ${node.dataDir}. Stop it ` +
        "first, or give this one a folder of its own with HELIO_DATA_DIR.\n",
    );
    expect((await node.rest.get("/health/ready")).status).toBe(200);
  });

  test.skipIf(!hasOpenssl)("a certificate and its key open HTTPS beside HTTP", async () => {
    const port = Number(/ and https:\/\/127\.0\.0\.1:(\d+)/.exec(node.stdout)?.[1]);

    expect(await httpsStatus(port, await readFile(cert))).toBe(200);
    expect((await node.rest.get("/health/ready")).status).toBe(200);
  });

  test("[API2] no secret is ever logged, whatever the level", async () => {
    const entered = expectOk(await login(node.rest, testPassword, "ada"));
    const tokens = entered.json<{ token: string; refreshToken: string }>();
    const admin = node.rest.withToken(tokens.token);
    await login(node.rest, "a wrong password", "ada");
    const { id } = expectOk(await admin.post("/api/device", { name: "d" })).json<{ id: { id: string } }>();
    const credentials = expectOk(await admin.get(`/api/device/${id.id}/credentials`)).json<{ credentialsId: string }>();
    await node.rest.get(`/API/filelist/list/deviceid/${credentials.credentialsId}/StartTime/0/1`);
    await node.rest.get(`/api/x?token=${tokens.token}&refreshToken=${tokens.refreshToken}`);
    await node.rest.post("/api/auth/token", { refreshToken: tokens.refreshToken });
    await node.rest.get("/api/the-last-of-them");
    await node.printed(/the-last-of-them/);

    expect(node.stderr).toContain("ROUTE_NOT_FOUND"); // the level is on
    const secrets = [testPassword, "a wrong password", tokens.token, tokens.refreshToken, credentials.credentialsId];
    expect(secrets.filter((secret) => (node.stdout + node.stderr).includes(secret))).toEqual([]);
  });

  test("[RUN6] SIGKILL leaves no lock behind and loses nothing; [RUN4] later starts change nothing; [REL4] data of a newer version is refused and stays untouched", async () => {
    const { token } = expectOk(await login(node.rest, testPassword, "ada")).json<{ token: string }>();
    const device = expectOk(await node.rest.withToken(token).post("/api/device", { name: "kept" }));

    await node.kill();

    const env = { HELIO_DATA_DIR: folder.path, HELIO_ADMIN_PASSWORD: "another one", HELIO_TENANT: "Other" };
    await using second = await spawnNode({ env });
    await second.ready();
    const { id } = device.json<{ id: { id: string } }>();
    expect((await second.rest.withToken(token).get(`/api/device/${id.id}`)).json()).toEqual(device.json());
    expect(second.stdout).not.toContain("First start");
    expect(second.stderr.match(/this is not the first start/g)).toHaveLength(1);
    expect((await login(second.rest, "another one", "ada")).status).toBe(401);
    expectOk(await login(second.rest, testPassword, "ada"));
    await second.stop();

    const file = join(folder.path, "heliograph.db");
    const database = new DatabaseSync(file);
    database.exec("insert into migrations (name, timestamp) values ('9999-later', '2030')");
    database.close();
    const before = await readFile(file);
    await expect(startApp(env)).rejects.toThrow(/^The database was written by a newer version .*9999-later/);
    expect(before.equals(await readFile(file))).toBe(true);
  });
});

describe("[RUN3] settings", () => {
  test("a start with bad settings lists every fault and ends with exit code 1", async () => {
    const env = { HELIO_MQTT_PORT: "many", HELIO_LOG_LEVEL: "loud", HELIO_TLS_CERT: "/cert.pem" };
    await using node = await spawnNode({ args: ["--http-prot", "1", "--session-lifetime", "7", "stray"], env });

    expect(await node.exited).toEqual({ code: 1, signal: null });
    expect(node.stdout).toBe("");
    const faults = node.stderr.split("\n").filter((line) => line.startsWith("  - "));
    expect(faults).toEqual(
      expect.arrayContaining([
        "  - unknown flag --http-prot, did you mean --http-port?",
        '  - HELIO_MQTT_PORT must be a whole number from 0 to 65535, not "many"',
        '  - --session-lifetime must be a time span with its unit, such as 7d, not "7"',
        expect.stringContaining("HELIO_LOG_LEVEL must be one of fatal, error"),
        "  - HELIO_TLS_CERT and HELIO_TLS_KEY belong together: set both or none",
      ]),
    );
  });

  test("--help lists every setting, --version the version; neither starts anything", async () => {
    await using help = await spawnNode({ args: ["--help"] });
    await using version = await spawnNode({ args: ["--version"] });

    expect([await help.exited, await version.exited]).toMatchObject([{ code: 0 }, { code: 0 }]);
    expect(help.stdout).toContain("--data-dir");
    expect(version.stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  test("names that no login would accept, and certificates that are none, are refused with the setting's name", async () => {
    await using folder = await tempFolder();
    const nonsense = join(folder.path, "nonsense.pem");
    await writeFile(nonsense, "nonsense");

    const names = startApp({ HELIO_ADMIN_USERNAME: "x".repeat(300), HELIO_TENANT: "y".repeat(300) });
    await expect(names).rejects.toThrow(
      /- HELIO_ADMIN_USERNAME: username must NOT have more than 255 characters\n.*- HELIO_TENANT: name must NOT have more/,
    );
    const missing = startApp({ HELIO_TLS_CERT: "/nowhere.pem", HELIO_TLS_KEY: "/nowhere.pem" });
    await expect(missing).rejects.toThrow(/no such file or directory, open '\/nowhere\.pem'$/);
    const broken = startApp({ HELIO_TLS_CERT: nonsense, HELIO_TLS_KEY: nonsense });
    await expect(broken).rejects.toThrow(/^ {2}- HELIO_TLS_CERT and HELIO_TLS_KEY: .*no start line/m);
  });
});

/** A port somebody else listens on, until this is closed. */
async function takenPort(): Promise<{ readonly port: string; close(): void }> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return { port: String(typeof address === "object" && address ? address.port : 0), close: () => server.close() };
}

describe("[RUN4] the first start", () => {
  test("is refused in a sentence with a password that is too short, and shows a random one also when a later step fails; it stays the password", async () => {
    await using folder = await tempFolder();
    const env = { HELIO_DATA_DIR: join(folder.path, "data"), HELIO_TENANT: "Rail Lab" };
    const tooShort = startApp({ ...env, HELIO_ADMIN_PASSWORD: "short" });
    await expect(tooShort).rejects.toThrow(/^The password needs at least 8 characters$/);

    const taken = await takenPort();
    const longer = { ...env, HELIO_HTTP_PORT: taken.port, HELIO_PASSWORD_MIN_LENGTH: "64" };
    await using refused = await spawnNode({ env: longer }); // the first start again: that one left nothing behind
    expect(await refused.exited).toMatchObject({ code: 1 });
    taken.close();
    // A port in use is a sentence, not a stack.
    expect(refused.stderr).toMatch(/Heliograph cannot start: listen EADDRINUSE/);
    expect(refused.stderr).not.toContain("    at ");
    const shown = /^First start: tenant "Rail Lab", administrator admin, password (\S+) /m.exec(refused.stdout)?.[1];
    const password = shown ?? "";
    expect(password.length).toBeGreaterThanOrEqual(64); // as long as the installation wants them

    await using app = await startApp(env);
    expect(app.node.firstAdministrator).toBeUndefined();
    const asked = expectOk(await app.rest.post("/api/noauth/authorization", { username: "admin", password }));
    expect(asked.json()).toMatchObject([{ authority: "TENANT_ADMIN", tenant: { name: "Rail Lab" } }]);
    expectOk(await login(app.rest, password));
    expect((await stat(join(env.HELIO_DATA_DIR, "keys", "signing.key"))).mode & 0o777).toBe(0o600);
  });
});

function httpsStatus(port: number, ca: Buffer): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const asked = request({ host: "127.0.0.1", port, path: "/health/ready", ca }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    asked.on("error", reject);
    asked.end();
  });
}
