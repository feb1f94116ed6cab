// Who prepares this clone: one process at a time. Plain Node (20 or newer), because it runs before anything is installed.
import { createHash } from "node:crypto";
import { unlinkSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const waitStepMs = 200;

/** A lock of the operating system: a listening local socket. It is gone when its process is, however that ends. */
function lockAddress(purpose) {
  const name = `heliograph-${purpose}-${createHash("sha256").update(root).digest("hex").slice(0, 16)}`;
  if (process.platform === "linux") return `\0${name}`; // abstract: no file to leave behind
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
  if (process.platform === "linux") return Promise.resolve();
  return new Promise((resolve) => {
    const probe = connect(address, () => resolve(probe.destroy()));
    probe.once("error", (error) => {
      if (error.code === "ECONNREFUSED") unlinkSync(address);
      resolve();
    });
  });
}

/** Does the work unless it is done; waits where another process is at it [RUN9]. */
export async function doOnce(purpose, isDone, work) {
  const address = lockAddress(purpose);
  let waiting = false;
  while (!isDone()) {
    const lock = await tryLock(address);
    if (lock) {
      try {
        if (!isDone()) await work();
      } finally {
        lock.close();
      }
      return;
    }
    if (!waiting)
      process.stderr.write(`heliograph: another ${purpose} of this folder is running, waiting for it ...\n`);
    waiting = true;
    await dropAbandonedLock(address);
    await new Promise((resolve) => setTimeout(resolve, waitStepMs));
  }
}
