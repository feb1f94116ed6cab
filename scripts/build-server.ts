// Puts what a node and the command line are made of into a few files, unless they are made from these very sources: Node
// loads them in a quarter of the time it takes to find, strip and link two thousand [RUN1]. Set-up starts it with the pinned runtime.
import { readdirSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { type Plugin, rolldown } from "rolldown";
import { distOf, filesUnder, isBuilt, wantedStamp } from "./build-stamps.mjs";
import { doOnce, root } from "./folder-lock.mjs";

const [sources, dist] = [join(root, "server", "src"), distOf("server")];
const builds = dirname(dist);
/** Native code is found beside its package. */
const external = [/^@node-rs\//, "pg-native"];

/** What is started by the name of its file: threads and processes. */
const isStarted = (file: string): boolean => /\.(worker|main)\.ts$/.test(file);
const entryOf = (file: string): string => basename(file, ".ts");

const entries: Readonly<Record<string, string>> = {
  main: join(sources, "main.ts"),
  helio: join(sources, "cli", "main.ts"),
  ...Object.fromEntries(
    filesUnder(sources)
      .filter(isStarted)
      .map((file) => [entryOf(file), file]),
  ),
};

const besideSource = /new URL\("([^"]+)", import\.meta\.url\)/g;

/** Files that a source names by their place beside it: built ones are elsewhere, and so is what they name. */
const namedFiles: Plugin = {
  name: "named-files",
  transform(code, id) {
    if (!id.startsWith(sources)) return null;
    const moved = code.replace(besideSource, (_, name: string) => {
      const file = join(dirname(id), name);
      const place = isStarted(file) ? `./${entryOf(file)}.js` : relative(dist, file);
      return `new URL("${place}", import.meta.url)`;
    });
    return moved === code ? null : { code: moved, map: null };
  },
};

/** Builds that are kept: a node that runs finds its threads by their files until it ends. */
const kept = 3;

async function build(stamp: string): Promise<void> {
  process.stderr.write("heliograph: building the server ...\n");
  const next = join(builds, stamp.slice(0, 16));
  rmSync(next, { recursive: true, force: true });
  const bundle = await rolldown({ input: entries, cwd: root, platform: "node", external, plugins: [namedFiles] });
  await bundle.write({ dir: next, format: "esm", sourcemap: true, chunkFileNames: "part-[hash].js" });
  await bundle.close();
  writeFileSync(join(next, ".stamp"), stamp);
  symlinkSync(basename(next), `${next}.link`);
  renameSync(`${next}.link`, dist);
  removeOld();
}

function removeOld(): void {
  const all = readdirSync(builds, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const byAge = all.map(({ name }) => join(builds, name)).toSorted((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
  for (const old of byAge.slice(kept)) rmSync(old, { recursive: true, force: true });
}

const stamp = wantedStamp("server");
await doOnce(
  "server-build",
  () => isBuilt("server", stamp),
  () => build(stamp),
);
