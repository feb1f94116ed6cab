import { execFile, spawnSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { FileRecord } from "@heliograph/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectOk, type OwnTenant, type TestApp, testPassword } from "../support/app.ts";
import { hasProgram, installDebianPackages } from "../support/debian-package.ts";
import { sharedApp } from "../support/shared-app.ts";
import { tempFolder } from "../support/temp-folder.ts";

const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");
const run = promisify(execFile);
const client = (name: string): string => fileURLToPath(new URL(`../clients/${name}`, import.meta.url));

/** With libcurl's headers; else with our own declarations and the library that is there because curl is. */
const waysToCompile = [["-lcurl"], ["-DWITHOUT_CURL_HEADERS", "-l:libcurl.so.4"]];

let app: TestApp;
let home: OwnTenant;
beforeAll(async () => {
  app = await sharedApp();
  home = await app.tenant();
});
afterAll(() => app[Symbol.asyncDispose]());

async function arrange(name: string) {
  const { id } = (await app.device(home, { name })).id;
  const { credentialsId } = (await home.admin.get(`/api/device/${id}/credentials`)).json<{ credentialsId: string }>();
  const files = async () =>
    (await home.admin.get(`/api/devices/${id}/data-files/original?includeRemote=true`)).json<{ data: FileRecord[] }>()
      .data;
  return { id, token: credentialsId, files, base: `http://127.0.0.1:${app.node.httpPort}` };
}

const curl = (...args: string[]) => run("curl", ["-sS", "--max-time", "80", ...args]);

test.skipIf(!hasProgram("curl", "--version", ["curl"], "curl as a logger is not tried"))(
  "[DHP1, FILE5] curl is a logger: it uploads, and downloads what it uploaded, in parts as well",
  async () => {
    const { id, token, base } = await arrange("curl");
    await using folder = await tempFolder();
    const content = randomBytes(2_000_000);
    await writeFile(`${folder.path}/20220629_115750.osfz`, content);

    const upload = await curl(
      ...["-o", "/dev/null", "-w", "%{http_code}", "-H", "Content-Description: File-Tag: raw"],
      ...["-F", `data=@${folder.path}/20220629_115750.osfz;type=image/osfz`],
      `${base}/any/prefix/status.php?F=UPLOAD&ID=${token}&P=v4&T=1`,
    );
    const step1 = expectOk(
      await home.admin.post(`/api/device/${id}/data-files/CLIENT_SCOPE/download`, ["20220629_115750.osfz"]),
    );
    const url = `${base}/api/device/${id}/data-files/CLIENT_SCOPE/token/${step1.text}`;
    await curl("-r", "0-999999", "-o", `${folder.path}/part`, url);
    await curl("-C", "-", "-o", `${folder.path}/part`, url);

    expect(upload.stdout).toBe("204");
    expect((await readFile(`${folder.path}/part`)).equals(content)).toBe(true);
  },
);

test.for([
  ["with libcurl's headers where they are installed", waysToCompile],
  ["without them", waysToCompile.slice(1)],
] as const)(
  "[DHP2, DHP3] a libcurl program takes a task and answers it, on one connection, through a redirect: built %s",
  async ([, ways], { skip }) => {
    await using folder = await tempFolder();
    if (!compiled(`${folder.path}/logger`, ways)) skip("libcurl or a C compiler is missing");
    const { id, token, base, files } = await arrange(`libcurl ${ways.length}`);
    const content = randomBytes(3_000_000);
    await writeFile(`${folder.path}/local.osfz`, content);
    const name = "/sde/preview/20220629/20220629_115750.osfz";
    await using elsewhere = await redirectTo(base);
    const logger = async (at: string) => {
      const { stdout } = await run(`${folder.path}/logger`, [at, token, `${folder.path}/local.osfz`]);
      return stdout.trim().split("\n");
    };

    const redirected = await logger(`${elsewhere.base}/old/place`);
    expectOk(await home.admin.post(`/api/devices/${id}/request-files`, { names: [name] }));
    const asked = await logger(base);

    expect(redirected.map((line) => line.replace(/ connections.*/, ""))).toEqual([
      "ATTN 204 -",
      "PING 204 -",
      "PING 204 -",
    ]);
    expect(asked).toEqual([
      "ATTN 200 application/om-request-file connections=1",
      "RETURN_FILE 204 - connections=1",
      "PING 204 - connections=1",
      "PING 204 - connections=1",
    ]);
    expect(await files()).toMatchObject([{ name, storageStatus: 3, size: 3_000_000, sha256: sha256(content) }]);
  },
);

test.skipIf(!hasProgram("python3", "--version", ["python3", "python3-requests"], "the script's story is not tried"))(
  "[AUTH1, FILE3–FILE5, CMD1] a Python script lives its whole story",
  async ({ skip }) => {
    if (spawnSync("python3", ["-c", "import requests"]).status !== 0) skip("Python's requests is missing");
    const { id, base } = await arrange("python");
    for (const name of ["/a/20220629_100000.osfz", "/b c/20220629_110000.osfz", "ü.osfz"]) {
      const path = `/api/devices/${id}/data-files?name=${encodeURIComponent(name)}`;
      expectOk(await home.admin.post(path, randomBytes(1_000)));
    }

    const { stdout } = await run("python3", [client("user_story.py"), base, home.username, testPassword, "python"]);

    expect(stdout.trim().split("\n")).toEqual(["listed 3 held 3", "queued 202 LIST_FILES", "one 1000 many 3"]);
  },
);

test.skipIf(!hasProgram("unzip", "-v", ["unzip"], "archives are not tried"))(
  "[FILE5] unzip finds an archive of many files in order, their names without the leading slash",
  async () => {
    const { id, base } = await arrange("unzip");
    await using folder = await tempFolder();
    const names = Array.from({ length: 50 }, (_, index) => `/sde/preview/${index}.bin`);
    for (const name of names) {
      const path = `/api/devices/${id}/data-files?name=${encodeURIComponent(name)}`;
      expectOk(await home.admin.post(path, randomBytes(10_000)));
    }
    const { text } = expectOk(await home.admin.post(`/api/device/${id}/data-files/CLIENT_SCOPE/download`, names));

    await curl("-o", `${folder.path}/all.zip`, `${base}/api/device/${id}/data-files/CLIENT_SCOPE/token/${text}`);

    const tested = await run("unzip", ["-t", `${folder.path}/all.zip`]);
    expect(tested.stdout).toContain("No errors detected");
    expect(tested.stdout.match(/testing: sde\/preview\/\d+\.bin +OK/g)).toHaveLength(50);
  },
);

function compiled(program: string, ways = waysToCompile): boolean {
  const compile = () =>
    ways.some((way) => spawnSync("cc", ["-Wall", "-Werror", "-o", program, client("logger.c"), ...way]).status === 0);
  if (compile()) return true;
  installDebianPackages("gcc", "libc6-dev", "libcurl4");
  if (compile()) return true;
  if (process.env["CI"] === "true") throw new Error("a C compiler or libcurl is missing");
  return false;
}

/** A server that was moved: everything is elsewhere now, as POST. */
async function redirectTo(base: string): Promise<{ base: string; [Symbol.asyncDispose](): Promise<void> }> {
  const server = createServer((request, response) => {
    request.resume();
    request.once("end", () => response.writeHead(307, { location: `${base}${request.url}` }).end());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
