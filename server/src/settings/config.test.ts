import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { quickFolder } from "../../../test/support/temp-folder.ts";
import { ConfigError, readConfig } from "./config.ts";

const faultsOf = (args: string[], env: Record<string, string> = {}): string => {
  try {
    readConfig(args, env);
    return "";
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
};

test("[RUN3] without any setting a node starts with the documented defaults", () => {
  const { config, given, warnings } = readConfig([], {});

  expect(config).toMatchObject({ httpPort: 8080, mqttPort: 1883, dataDir: "./data", tenant: "Default" });
  expect(config.adminPassword).toBeUndefined();
  expect([...given]).toEqual([]);
  expect(warnings).toEqual([]);
});

test("[RUN3] a flag counts more than its variable, with a blank or an equals sign", () => {
  const env = { HELIO_HTTP_PORT: "1", HELIO_LOG_LEVEL: "warn" };

  const { config } = readConfig(["--http-port", "2", "--tenant=Rail Lab"], env);

  expect(config).toMatchObject({ httpPort: 2, logLevel: "warn", tenant: "Rail Lab" });
});

test("[RUN3] every fault is told at once", () => {
  const faults = faultsOf(["--http-port", "x", "--nope", "--host"], { HELIO_LOG_LEVEL: "loud", HELIO_TLS_CERT: "a" });

  expect(faults).toContain("--http-port must be a whole number");
  expect(faults).toContain("unknown flag --nope");
  expect(faults).toContain("--host needs a value");
  expect(faults).toContain("HELIO_LOG_LEVEL must be one of");
  expect(faults).toContain("HELIO_TLS_CERT and HELIO_TLS_KEY belong together");
});

test("[RUN3] an unknown variable only warns and names the nearest known one", () => {
  const { warnings } = readConfig([], { HELIO_HTTP_PROT: "8080", PATH: "/bin" });

  expect(warnings).toEqual(["HELIO_HTTP_PROT is not a setting and is ignored; did you mean HELIO_HTTP_PORT?"]);
});

test("[RUN3] of a setting whose name was guessed too short the whole name is told", () => {
  const { warnings } = readConfig([], { HELIO_PORT: "8080" });

  expect(warnings).toEqual(["HELIO_PORT is not a setting and is ignored; did you mean HELIO_HTTP_PORT?"]);
});

test.each([
  ["65535", 65_535],
  ["0", 0],
])("[RUN3] port %s is accepted", (text, port) => {
  expect(readConfig(["--http-port", text], {}).config.httpPort).toBe(port);
});

test.each(["65536", "-1", "1.5", "", " 80", "0x50"])("[RUN3] port %j is refused", (text) => {
  expect(faultsOf([`--http-port=${text}`])).toContain("--http-port must be a whole number");
});

test.each([
  ["90s", 90_000],
  ["2.5h", 9_000_000],
  ["10min", 600_000],
  ["7d", 604_800_000],
])("a time span of %s is %d ms", (text, ms) => {
  expect(readConfig(["--session-lifetime", text], {}).config.sessionLifetime).toBe(ms);
});

test("a time span in milliseconds is read where such short ones make sense", () => {
  expect(readConfig(["--login-delay", "500ms"], {}).config.loginDelay).toBe(500);
});

test.each(["10", "ten minutes", "-5s", "5 s"])("a time span of %j is refused", (text) => {
  expect(faultsOf([`--session-lifetime=${text}`])).toContain("must be a time span with its unit");
});

test.each([
  ["--stop-timeout=30d", "from 0ms to 9s"],
  ["--stop-timeout=9.1s", "from 0ms to 9s"],
  ["--idle-timeout=0ms", "from 1s to 24d"],
  ["--idle-timeout=25d", "from 1s to 24d"],
  ["--login-delay-max=1h", "from 0ms to 10min"],
  ["--access-token-lifetime=0s", "from 1s to 366d"],
  ["--session-lifetime=99999d", "from 1s to 3660d"],
  ["--inactivity-timeout=1ms", "from 1s to 366d"],
])("[RUN3] %s is refused: no timer or date overflows", (flag, range) => {
  expect(faultsOf([flag])).toContain(`must be ${range}, not`);
});

test.each([
  ["true", true],
  ["false", false],
  ["10.0.0.0/8, ::1", ["10.0.0.0/8", "::1"]],
])("trusted proxies may be %s", (text, value) => {
  expect(readConfig(["--trust-proxy", text], {}).config.trustProxy).toEqual(value);
});

test.each([
  ["none", []],
  ["https://lab.example.org, http://localhost:3000", ["https://lab.example.org", "http://localhost:3000"]],
])("[AUTH10] pages that may call the API are %s", (text, value) => {
  expect(readConfig(["--cors-origins", text], {}).config.corsOrigins).toEqual(value);
});

test.each([
  "*",
  "lab.example.org",
  "https://lab.example.org/",
  "https://Lab.example.org",
  "ftp://lab.example.org",
  "null",
])("[AUTH10] pages that may call the API cannot be %s", (text) => {
  expect(faultsOf(["--cors-origins", text])).toContain("must be none or origins");
});

test.each(["10.0.0.0/40", "proxy.example", "10.0.0.1/8/8"])("trusted proxies cannot be %s", (text) => {
  expect(faultsOf(["--trust-proxy", text])).toContain("must be true, false or addresses");
});

test("[CLU1] an S3 is named by bucket and prefix, its key by both of its parts", () => {
  const { config } = readConfig([], { HELIO_FILES_URL: "s3://my-bucket/lab one/" });

  expect(config.filesUrl).toEqual({ bucket: "my-bucket", prefix: "lab one/" });
  expect(readConfig([], { HELIO_FILES_URL: "s3://my-bucket" }).config.filesUrl?.prefix).toBe("");
  expect(faultsOf([], { HELIO_FILES_URL: "https://my-bucket" })).toContain("HELIO_FILES_URL must be s3://bucket");
  expect(faultsOf([], { HELIO_FILES_URL: "s3://mv/x" })).toContain("3 to 63");
  expect(faultsOf([], { HELIO_S3_ACCESS_KEY: "a" })).toContain("HELIO_S3_ACCESS_KEY and HELIO_S3_SECRET_KEY belong");
});

test("[RUN3, CLU1] a file of a secret that is missing, unreadable or too short is told with all other faults, without what is in it", async () => {
  await using folder = quickFolder();
  const file = join(folder.path, "secret");
  const faults = (path: string): string => faultsOf([], { HELIO_SECRET_FILE: path, HELIO_HTTP_PORT: "x" });

  expect(faults(file)).toMatch(/HELIO_SECRET_FILE .*cannot be read: ENOENT/);
  expect(faults(file)).toContain("HELIO_HTTP_PORT must be");
  expect(faults(folder.path)).toMatch(/HELIO_SECRET_FILE .*cannot be read: EISDIR/);
  expect(faultsOf(["--secret-file", file])).toContain("--secret-file");
  writeFileSync(file, " hunter2 \n");
  expect(faults(file)).toContain("HELIO_SECRET_FILE must name a file with at least 16 characters");
  expect(faults(file)).not.toContain("hunter2");
  writeFileSync(file, "a secret of sixteen and more\n");
  expect(readConfig([], { HELIO_SECRET_FILE: file }).config.secretFile).toBe("a secret of sixteen and more");
});
