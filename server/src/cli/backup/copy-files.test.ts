import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { copyFiles } from "./copy-files.ts";

test("[REL4] contents and what was found in them are copied, uploads on their way are not", async () => {
  const folder = await mkdtemp(join(tmpdir(), "heliograph-test-"));
  for (const part of ["contents/ab", "derived/ab", "incoming"])
    await mkdir(join(folder, "from", part), { recursive: true });
  await writeFile(join(folder, "from/contents/ab/abc"), "content");
  await writeFile(join(folder, "from/derived/ab/abc.channels"), "[]");
  await writeFile(join(folder, "from/incoming/half"), "ha");

  await copyFiles(join(folder, "from"), join(folder, "to"));

  expect((await readdir(join(folder, "to"), { recursive: true })).sort()).toEqual([
    "contents",
    "contents/ab",
    "contents/ab/abc",
    "derived",
    "derived/ab",
    "derived/ab/abc.channels",
  ]);
  expect(await readFile(join(folder, "to/contents/ab/abc"), "utf8")).toBe("content");
  await rm(folder, { recursive: true });
});

/** What a copy between disks of which one fails says. */
const failing = () => Promise.reject(Object.assign(new Error("EIO: i/o error, copyfile"), { code: "EIO" }));

test("[REL5] a content the disk cannot read is left out of the copy, one the copy's disk cannot take fails it", async () => {
  const folder = await mkdtemp(join(tmpdir(), "heliograph-test-"));
  const [from, to] = [join(folder, "from"), join(folder, "to")];
  await mkdir(join(from, "contents"), { recursive: true });
  await symlink("/proc/self/mem", join(from, "contents", "unreadable")); // its first page cannot be read: EIO

  await copyFiles(from, to, failing);

  expect(await readdir(join(to, "contents"))).toEqual([]);
  await rm(join(from, "contents", "unreadable"));
  await writeFile(join(from, "contents", "readable"), "content");
  await expect(copyFiles(from, to, failing)).rejects.toThrow("EIO");
  await rm(folder, { recursive: true });
});
