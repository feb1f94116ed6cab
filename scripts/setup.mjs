// Makes the clone ready to run: installs what the lockfile pins, the Node runtime included [RUN1, RUN9]; called
// with "web" or "server" it has these built as well.
// It runs on whatever Node the machine has (20 or newer), before anything of ours is installed, so it
// uses nothing but Node itself. Everything it prints goes to stderr: stdout belongs to the real command.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isBuilt, wantedStamp } from "./build-stamps.mjs";
import { doOnce, root } from "./folder-lock.mjs";
import { installPackages } from "./installation.mjs";

const stampFile = join(root, "node_modules", ".heliograph-setup");

/** What is installed is decided by these alone; the platform is in it for folders shared between machines. */
function wantedSetup() {
  const hash = createHash("sha256").update(`${process.platform}-${process.arch}\n`);
  for (const file of ["package-lock.json", ".npmrc"]) hash.update(readFileSync(join(root, file)));
  return hash.digest("hex");
}

/** npm ci empties node_modules first, so an interrupted installation leaves no stamp behind. */
function isReady(wanted) {
  return existsSync(stampFile) && readFileSync(stampFile, "utf8") === wanted;
}

async function install(wanted) {
  await installPackages();
  writeFileSync(stampFile, wanted);
}

/** By the path of the pinned runtime, not by the name "node": a shell or process started before the installation
 * still takes the machine's own Node for that name, and that one may be too old for TypeScript. */
function build(part) {
  const runtime = join(root, "node_modules", ".bin", "node");
  const script = join(root, "scripts", `build-${part}.ts`);
  return new Promise((resolve, reject) => {
    const child = spawn(runtime, [script], { cwd: root, stdio: ["ignore", 2, 2] });
    child.on("error", reject);
    child.on("exit", (status) => resolve(status ?? 1));
  });
}

/** The scripts of package.json need a POSIX shell, and nobody has ever run the tests there: better said than tried. */
if (process.platform === "win32") {
  process.stderr.write(
    "heliograph: Windows is not supported. Use Linux, macOS or the Windows Subsystem for Linux (wsl --install).\n",
  );
  process.exit(1);
}

const wanted = wantedSetup();
await doOnce(
  "set-up",
  () => isReady(wanted),
  () => install(wanted),
);
// Side by side: each leaves cores idle for most of its time.
const unbuilt = process.argv.slice(2).filter((part) => !isBuilt(part, wantedStamp(part)));
const statuses = await Promise.all(unbuilt.map(build));
process.exitCode = Math.max(0, ...statuses);
