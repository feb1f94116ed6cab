import { spawnSync } from "node:child_process";
import { closeSync, openSync, rmSync, writeSync } from "node:fs";
import { tempFolder } from "./temp-folder.ts";

interface SmallDisk {
  readonly path: string;
  [Symbol.asyncDispose](): Promise<void>;
}

/** A file system of `mebibytes` in memory; undefined where mounting is not allowed, said in one line [RUN2]. */
export async function smallDisk(mebibytes: number): Promise<SmallDisk | undefined> {
  const folder = await tempFolder();
  const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", `size=${mebibytes}m`, "tmpfs", folder.path]);
  if (mounted.status !== 0) {
    await folder[Symbol.asyncDispose]();
    const message = "mounting a small disk needs root: the test on a full disk is skipped";
    if (process.env["CI"] === "true") throw new Error(message);
    process.stderr.write(`tests: ${message}\n`);
    return undefined;
  }
  return {
    path: folder.path,
    [Symbol.asyncDispose]: async () => {
      spawnSync("umount", [folder.path]);
      rmSync(folder.path, { recursive: true, force: true });
    },
  };
}

/** Another program takes what is left, to the last byte. */
export function fillUp(path: string): void {
  const file = openSync(path, "w");
  try {
    for (const block of [Buffer.alloc(65_536), Buffer.alloc(4_096), Buffer.alloc(1)]) {
      while (writeSync(file, block) === block.length);
    }
  } catch {
    // no space left, as intended
  } finally {
    closeSync(file);
  }
}
