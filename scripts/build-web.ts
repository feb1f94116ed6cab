// Builds the web interface when its sources have changed since the last build [RUN1]; quick when they have not.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { extname, join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { doOnce, root } from "./folder-lock.mjs";

const dist = join(root, "web", "dist");
const stampFile = join(dist, ".stamp");
const sources = ["web/src", "web/public", "contract/src", "osf/src"];
const singleFiles = ["web/index.html", "web/vite.config.ts", "web/tsconfig.json", "package-lock.json", "package.json"];
const compressible = new Set([".html", ".js", ".css", ".svg", ".json"]);
/** Below this size a compressed form saves no packet. */
const worthCompressing = 1_024;

function filesUnder(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

/** A hash of all the build is made of; tests are no part of it. */
function wantedStamp(): string {
  const hash = createHash("sha256");
  const found = sources.flatMap((folder) => filesUnder(join(root, folder)));
  const files = [...found, ...singleFiles.map((file) => join(root, file))].filter((file) => !file.includes(".test."));
  for (const file of files.sort()) hash.update(`${file.slice(root.length)}\n`).update(readFileSync(file));
  return hash.digest("hex");
}

function build(stamp: string): void {
  process.stderr.write("heliograph: building the web interface ...\n");
  const next = `${dist}.next`;
  const vite = spawnSync(
    process.execPath,
    [join(root, "node_modules/vite/bin/vite.js"), "build", "--outDir", next, "--emptyOutDir", "--logLevel", "warn"],
    { cwd: join(root, "web"), stdio: ["ignore", 2, 2], env: { ...process.env, NODE_ENV: "production" } },
  );
  if (vite.error) throw vite.error;
  if (vite.status !== 0) throw new Error("the web interface could not be built; the messages above say why");
  for (const file of filesUnder(next)) compress(file);
  writeFileSync(join(next, ".stamp"), stamp);
  rmSync(dist, { recursive: true, force: true });
  renameSync(next, dist);
}

function compress(file: string): void {
  const content = readFileSync(file);
  if (!compressible.has(extname(file)) || content.length < worthCompressing) return;
  writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
  writeFileSync(`${file}.br`, brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
}

const stamp = wantedStamp();
await doOnce(
  "web-build",
  () => existsSync(stampFile) && readFileSync(stampFile, "utf8") === stamp,
  () => build(stamp),
);
