import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { cp, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { childEnv } from "../support/helio.ts";
import { type TempFolder, tempFolder } from "../support/temp-folder.ts";

const scripts = fileURLToPath(new URL("../../scripts/", import.meta.url));
const tiny = { name: "@by-us/tiny", version: "1.2.3" };
const usualPlace = "/@by-us/tiny/-/tiny-1.2.3.tgz";

/** What was meant for the npm that runs these tests is none of theirs: neither its registry nor what it remembers. */
const ownEnv = Object.fromEntries(Object.entries(childEnv()).filter(([name]) => !name.startsWith("npm_config_")));

async function end(command: string, args: readonly string[], cwd: string): Promise<{ code: number; stderr: string }> {
  const child = spawn(command, args, { cwd, env: ownEnv, stdio: ["ignore", "ignore", "pipe"] });
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  const [code] = await once(child, "close");
  return { code, stderr };
}

async function packed(folder: TempFolder): Promise<Buffer> {
  const inside = join(folder.path, "package");
  await mkdir(inside);
  await writeFile(join(inside, "package.json"), JSON.stringify(tiny));
  expect(await end("tar", ["-czf", "tiny.tgz", "package"], folder.path)).toMatchObject({ code: 0 });
  return readFile(join(folder.path, "tiny.tgz"));
}

const integrityOf = (bytes: Uint8Array): string => `sha512-${createHash("sha512").update(bytes).digest("base64")}`;

/** Has one package, at `place`, and writes down what it is asked for. */
async function registryWith(bytes: Buffer, place: string) {
  const asked: string[] = [];
  const server = createServer(({ url = "" }, response) => {
    const path = decodeURIComponent(url);
    asked.push(path);
    if (path === place) return response.end(bytes);
    if (path !== `/${tiny.name}`) return response.writeHead(404).end();
    const dist = { tarball: `${base()}${place}`, integrity: integrityOf(bytes) };
    const versions = { [tiny.version]: { ...tiny, dist } };
    return response.end(JSON.stringify({ name: tiny.name, "dist-tags": { latest: tiny.version }, versions }));
  });
  const base = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await once(server.listen(0, "127.0.0.1"), "listening");
  return { asked, base: base(), [Symbol.asyncDispose]: async () => void server.close() };
}

/** Its lockfile has the package, and not where it is. */
async function givenClone(folder: TempFolder, bytes: Uint8Array, registry: string): Promise<string> {
  const clone = join(folder.path, "clone");
  await mkdir(join(clone, "scripts"), { recursive: true });
  for (const file of (await readdir(scripts)).filter((name) => name.endsWith(".mjs")))
    await cp(join(scripts, file), join(clone, "scripts", file));
  const top = { name: "clone", version: "0.0.1", dependencies: { [tiny.name]: tiny.version } };
  const entry = { version: tiny.version, integrity: integrityOf(bytes) };
  const packages = { "": top, [`node_modules/${tiny.name}`]: entry };
  await writeFile(join(clone, "package.json"), JSON.stringify(top));
  await writeFile(
    join(clone, "package-lock.json"),
    JSON.stringify({ name: top.name, version: top.version, lockfileVersion: 3, requires: true, packages }),
  );
  const npmrc = [
    `registry=${registry}/`,
    `cache=${join(folder.path, "cache")}`,
    "omit-lockfile-registry-resolved=true",
    "fetch-retries=0",
  ];
  await writeFile(join(clone, ".npmrc"), `${npmrc.join("\n")}\n`);
  return clone;
}

const setUp = (clone: string) => end(process.execPath, [join(clone, "scripts", "setup.mjs")], clone);

async function expectInstalled(clone: string): Promise<void> {
  const installed = await readFile(join(clone, "node_modules", tiny.name, "package.json"), "utf8");
  expect(JSON.parse(installed)).toEqual(tiny);
  expect(await readdir(clone)).not.toContain("npm-shrinkwrap.json");
}

test("[RUN9] a package is fetched from where registries have it: no list of its versions is read to find it", async () => {
  await using folder = await tempFolder();
  const bytes = await packed(folder);
  await using registry = await registryWith(bytes, usualPlace);
  const clone = await givenClone(folder, bytes, registry.base);
  const lock = await readFile(join(clone, "package-lock.json"), "utf8");

  expect(await setUp(clone)).toMatchObject({ code: 0 });

  expect(registry.asked).toEqual([usualPlace]);
  await expectInstalled(clone);
  expect(await readFile(join(clone, "package-lock.json"), "utf8")).toBe(lock);
});

test("[RUN9] a registry that has its packages elsewhere is asked where, and one that sends another content installs nothing", async () => {
  await using folder = await tempFolder();
  const bytes = await packed(folder);
  await using registry = await registryWith(bytes, "/elsewhere/tiny");
  const clone = await givenClone(folder, bytes, registry.base);

  expect(await setUp(clone)).toMatchObject({ code: 0 });
  expect(registry.asked).toEqual([usualPlace, `/${tiny.name}`, "/elsewhere/tiny"]);
  await expectInstalled(clone);

  await using forged = await registryWith(Buffer.concat([bytes, Buffer.from([0])]), usualPlace);
  await using other = await tempFolder();
  const refused = await setUp(await givenClone(other, bytes, forged.base));
  expect(refused.code).not.toBe(0);
  expect(refused.stderr).toContain("EINTEGRITY");
});
