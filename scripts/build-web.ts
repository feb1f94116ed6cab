// Builds the web interface unless it is built from these very sources [RUN1]. Set-up starts it with the pinned runtime.
import { spawnSync } from "node:child_process";
import { renameSync, rmSync, writeFileSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { basename, extname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { distOf, filesUnder, isBuilt, wantedStamp } from "./build-stamps.mjs";
import { doOnce, root } from "./folder-lock.mjs";

const webDist = distOf("web");
const compressible = new Set([".html", ".js", ".css", ".svg", ".json", ".webmanifest"]);
/** Below this size nothing is saved. Pages share dozens of small files, which together are some packets. */
const worthCompressing = 256;
/** The best one takes three times as long, half of the whole build, for a sixtieth of the bytes: for what everybody fetches first. */
const quality = { ofFirst: 11, ofRest: 10 };

async function build(stamp: string): Promise<void> {
  process.stderr.write("heliograph: building the web interface ...\n");
  const next = `${webDist}.next`;
  const vite = spawnSync(
    process.execPath,
    [join(root, "node_modules/vite/bin/vite.js"), "build", "--outDir", next, "--emptyOutDir", "--logLevel", "warn"],
    { cwd: join(root, "web"), stdio: ["ignore", 2, 2], env: { ...process.env, NODE_ENV: "production" } },
  );
  if (vite.error) throw vite.error;
  if (vite.status !== 0) throw new Error("the web interface could not be built; the messages above say why");
  const page = await readFile(join(next, "index.html"), "utf8");
  await Promise.all(filesUnder(next).map((file) => compress(file, page.includes(basename(file))))); // on all cores
  writeFileSync(join(next, ".stamp"), stamp);
  rmSync(webDist, { recursive: true, force: true });
  renameSync(next, webDist);
}

const [asGzip, asBrotli] = [promisify(gzip), promisify(brotliCompress)];

async function compress(file: string, isFirst: boolean): Promise<void> {
  if (!compressible.has(extname(file))) return;
  const content = await readFile(file);
  if (content.length < worthCompressing) return;
  const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: isFirst ? quality.ofFirst : quality.ofRest } };
  await writeFile(`${file}.gz`, await asGzip(content, { level: 9 }));
  await writeFile(`${file}.br`, await asBrotli(content, brotli));
}

const stamp = wantedStamp("web");
await doOnce(
  "web-build",
  () => isBuilt("web", stamp),
  () => build(stamp),
);
