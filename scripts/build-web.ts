// Builds the web interface unless it is built from these very sources [RUN1]. Set-up starts it with the pinned runtime.
import { spawnSync } from "node:child_process";
import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { extname, join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { doOnce, root } from "./folder-lock.mjs";
import { filesUnder, isWebBuilt, wantedWebStamp, webDist } from "./web-stamp.mjs";

const compressible = new Set([".html", ".js", ".css", ".svg", ".json"]);
/** Below this size a compressed form saves no packet. */
const worthCompressing = 1_024;

function build(stamp: string): void {
  process.stderr.write("heliograph: building the web interface ...\n");
  const next = `${webDist}.next`;
  const vite = spawnSync(
    process.execPath,
    [join(root, "node_modules/vite/bin/vite.js"), "build", "--outDir", next, "--emptyOutDir", "--logLevel", "warn"],
    { cwd: join(root, "web"), stdio: ["ignore", 2, 2], env: { ...process.env, NODE_ENV: "production" } },
  );
  if (vite.error) throw vite.error;
  if (vite.status !== 0) throw new Error("the web interface could not be built; the messages above say why");
  for (const file of filesUnder(next)) compress(file);
  writeFileSync(join(next, ".stamp"), stamp);
  rmSync(webDist, { recursive: true, force: true });
  renameSync(next, webDist);
}

function compress(file: string): void {
  const content = readFileSync(file);
  if (!compressible.has(extname(file)) || content.length < worthCompressing) return;
  writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
  writeFileSync(`${file}.br`, brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
}

const stamp = wantedWebStamp();
await doOnce(
  "web-build",
  () => isWebBuilt(stamp),
  () => build(stamp),
);
