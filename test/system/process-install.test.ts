import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { chmod, cp, mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { atLength } from "../support/at-length.ts";
import { childEnv } from "../support/helio.ts";
import { type TempFolder, tempFolder } from "../support/temp-folder.ts";

const scripts = fileURLToPath(new URL("../../scripts/", import.meta.url));
const engine = { name: "engine", version: "1.2.3", os: [process.platform], cpu: [process.arch] };

/** What was meant for the npm that runs these tests is none of theirs: neither its registry nor what it remembers. */
const ownEnv = Object.fromEntries(Object.entries(childEnv()).filter(([name]) => !name.startsWith("npm_config_")));

function begin(command: string, args: readonly string[], cwd: string) {
  const env = { ...ownEnv, PATH: `${cwd}/bin:${process.env["PATH"]}` };
  const child = spawn(command, args, { cwd, env, stdio: ["ignore", "ignore", "pipe"] });
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  return { child, ended: once(child, "close").then(([code, signal]) => ({ code, signal, stderr })) };
}

const setUp = (clone: string) => begin(process.execPath, [join(clone, "scripts", "setup.mjs")], clone);

async function packed(folder: TempFolder): Promise<Buffer> {
  await mkdir(join(folder.path, "package"));
  await writeFile(join(folder.path, "package", "package.json"), JSON.stringify(engine));
  expect(await begin("tar", ["-czf", "engine.tgz", "package"], folder.path).ended).toMatchObject({ code: 0 });
  return readFile(join(folder.path, "engine.tgz"));
}

/** Has one package, and breaks off when it is asked for it the first times. */
async function registryWith(bytes: Buffer, breaks: number) {
  let left = breaks;
  const server = createServer((request, response) => {
    if (left-- <= 0) return void response.end(bytes);
    response.writeHead(200, { "content-length": bytes.length });
    response.write(bytes.subarray(0, bytes.length / 2), () => request.socket.destroy());
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/engine.tgz`;
  return { address, [Symbol.asyncDispose]: async () => void server.close() };
}

/** Needs one package that is made for this platform, as the pinned runtime is, and others that are not for it. */
async function givenClone(folder: TempFolder, bytes: Uint8Array, resolved: string): Promise<string> {
  const clone = join(folder.path, "clone");
  await mkdir(join(clone, "scripts"), { recursive: true });
  for (const file of (await readdir(scripts)).filter((name) => name.endsWith(".mjs")))
    await cp(join(scripts, file), join(clone, "scripts", file));
  const top = { name: "clone", version: "0.0.1", optionalDependencies: { engine: engine.version } };
  const integrity = `sha512-${createHash("sha512").update(bytes).digest("base64")}`;
  const entry = { version: engine.version, resolved, integrity, optional: true };
  const packages = {
    "": top,
    "node_modules/engine": { ...entry, os: engine.os, cpu: process.arch }, // npm writes one name with or without a list
    "node_modules/engine-of-others": { ...entry, os: "aix", cpu: ["s390"] },
    "node_modules/engine-of-the-rest": { ...entry, os: [`!${process.platform}`] },
  };
  await writeFile(join(clone, "package.json"), JSON.stringify(top));
  const lock = { name: top.name, version: top.version, lockfileVersion: 3, requires: true, packages };
  await writeFile(join(clone, "package-lock.json"), JSON.stringify(lock));
  await writeFile(join(clone, ".npmrc"), `cache=${join(folder.path, "cache")}\nfetch-retries=0\n`);
  return clone;
}

/** An npm that does as this script says. */
async function givenNpm(clone: string, script: string): Promise<void> {
  await mkdir(join(clone, "bin"));
  await writeFile(join(clone, "bin", "npm"), `#!/bin/sh\n${script}\n`);
  await chmod(join(clone, "bin", "npm"), 0o755);
}

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/** The third start of npm is the first of the second set-up. */
async function expectFetchedByTheNextStart(clone: string): Promise<void> {
  const first = await setUp(clone).ended;

  expect(first.code).toBe(1);
  expect(first.stderr).toContain("npm left out engine, which this machine needs");
  expect(await isThere(join(clone, "node_modules"))).toBe(false);
  expect(await setUp(clone).ended).toMatchObject({ code: 0 });
  expect(await isThere(join(clone, "node_modules/engine/package.json"))).toBe(true);
}

test("[RUN9] a package for this platform that npm left out is asked for twice, named, and fetched by the next start", async () => {
  await using folder = await tempFolder();
  const clone = await givenClone(folder, Buffer.from("none"), "http://127.0.0.1:9/none");
  const engineOfFourth = `mkdir -p node_modules; echo >> ../asked; [ $(wc -l < ../asked) -lt 4 ] && exit 0
mkdir node_modules/engine; echo '{}' > node_modules/engine/package.json`;
  await givenNpm(clone, engineOfFourth);

  await expectFetchedByTheNextStart(clone);
});

atLength("[RUN9] npm itself leaves out a package whose transfer is cut off, and calls that a success", async () => {
  await using folder = await tempFolder();
  const bytes = await packed(folder);
  await using registry = await registryWith(bytes, 3);
  const clone = await givenClone(folder, bytes, registry.address);

  await expectFetchedByTheNextStart(clone);
});

test("[RUN9] an npm that could not write its files, which is a success for npm, leaves nothing that the next start would run", async () => {
  await using folder = await tempFolder();
  const clone = await givenClone(folder, Buffer.from("none"), "http://127.0.0.1:9/none");
  const disk = "npm warn tar TAR_ENTRY_ERROR ENOSPC: no space left on device, write";
  await givenNpm(clone, `mkdir -p node_modules/engine; touch node_modules/engine/package.json; echo "${disk}" >&2`);

  const { code, stderr } = await setUp(clone).ended;

  expect(code).toBe(1);
  expect(stderr).toContain("ENOSPC: no space left on device");
  expect(stderr).toContain("npm could not write all files");
  expect(await isThere(join(clone, "node_modules"))).toBe(false);
});

test("[RUN9] npm ends with the set-up that started it, and is not tried again", async () => {
  await using folder = await tempFolder();
  const clone = await givenClone(folder, Buffer.from("none"), "http://127.0.0.1:9/none");
  await givenNpm(clone, `echo $$ >> "${clone}/pids"; exec sleep 60`);
  const { child, ended } = setUp(clone);
  await expect.poll(() => readFile(join(clone, "pids"), "utf8").catch(() => "")).not.toBe("");

  child.kill("SIGTERM");

  expect(await ended).toMatchObject({ signal: "SIGTERM" });
  const [npm, ...others] = (await readFile(join(clone, "pids"), "utf8")).trim().split("\n").map(Number);
  expect(() => process.kill(npm ?? 0, 0)).toThrow("ESRCH");
  expect(others).toEqual([]);
});
