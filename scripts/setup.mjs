// Makes the clone ready to run: installs what the lockfile pins, the Node runtime included [RUN1, RUN9].
// It runs on whatever Node the machine has (20 or newer), before anything of ours is installed, so it
// uses nothing but Node itself. Everything it prints goes to stderr: stdout belongs to the real command.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, unlinkSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const stampFile = join(root, "node_modules", ".heliograph-setup");
const waitStepMs = 200;

/** What is installed is decided by these alone; the platform is in it for folders shared between machines. */
function wantedStamp() {
  const hash = createHash("sha256").update(`${process.platform}-${process.arch}\n`);
  for (const file of ["package-lock.json", ".npmrc"]) hash.update(readFileSync(join(root, file)));
  return hash.digest("hex");
}

/** npm ci empties node_modules first, so an interrupted installation leaves no stamp behind. */
function isReady(wanted) {
  return existsSync(stampFile) && readFileSync(stampFile, "utf8") === wanted;
}

function install(wanted) {
  process.stderr.write("heliograph: installing the packages the lockfile pins ...\n");
  // stdout of npm goes to our stderr (fd 2); development packages come along whatever NODE_ENV says.
  const npm = spawnSync(
    "npm",
    ["ci", "--include=dev", "--include=optional", "--no-audit", "--no-fund", "--loglevel=error"],
    {
      cwd: root,
      stdio: ["ignore", 2, 2],
      shell: process.platform === "win32",
    },
  );
  if (npm.error) throw npm.error;
  if (npm.status !== 0) {
    process.stderr.write("heliograph: npm ci failed; its messages above say why.\n");
    process.exit(npm.status ?? 1);
  }
  writeFileSync(stampFile, wanted);
}

/** A lock of the operating system: a listening local socket. It is gone when its process is, however that ends. */
function lockAddress() {
  const name = `heliograph-setup-${createHash("sha256").update(root).digest("hex").slice(0, 16)}`;
  if (process.platform === "linux") return `\0${name}`; // abstract: no file to leave behind
  if (process.platform === "win32") return `\\\\.\\pipe\\${name}`;
  return join(tmpdir(), `${name}.sock`);
}

/** Resolves to the held lock, or to undefined when somebody else has it. */
function tryLock(address) {
  return new Promise((resolve, reject) => {
    const lock = createServer((socket) => socket.destroy());
    lock.once("error", (error) => (error.code === "EADDRINUSE" ? resolve(undefined) : reject(error)));
    lock.listen(address, () => resolve(lock));
  });
}

/** Only where the lock is a file: one that nobody listens on any more was left by a killed process. */
function dropAbandonedLock(address) {
  if (process.platform === "linux" || process.platform === "win32") return Promise.resolve();
  return new Promise((resolve) => {
    const probe = connect(address, () => resolve(probe.destroy()));
    probe.once("error", (error) => {
      if (error.code === "ECONNREFUSED") unlinkSync(address);
      resolve();
    });
  });
}

async function main() {
  const wanted = wantedStamp();
  const address = lockAddress();
  let waiting = false;
  while (!isReady(wanted)) {
    const lock = await tryLock(address);
    if (lock) {
      if (!isReady(wanted)) install(wanted);
      lock.close();
      return;
    }
    if (!waiting) process.stderr.write("heliograph: another set-up of this folder is running, waiting for it ...\n");
    waiting = true;
    await dropAbandonedLock(address);
    await new Promise((resolve) => setTimeout(resolve, waitStepMs));
  }
}

await main();
