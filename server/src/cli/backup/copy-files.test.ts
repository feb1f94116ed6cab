import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
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
