import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { tempFolder } from "../../../../test/support/temp-folder.ts";
import { loadSigningKey } from "./signing-key.ts";

test("[RUN4] what a killed process of the same id left behind does not stop the next start", async () => {
  await using folder = await tempFolder();
  const file = join(folder.path, "signing.key");
  await writeFile(`${file}.${process.pid}.tmp`, "");

  expect(await loadSigningKey(file)).toHaveLength(32);
});

test("[RUN4] starts at the same moment agree on one key and leave nothing else behind", async () => {
  await using folder = await tempFolder();
  const file = join(folder.path, "keys", "signing.key");

  const keys = await Promise.all([1, 2, 3].map(() => loadSigningKey(file)));

  expect(new Set(keys.map(String)).size).toBe(1);
  expect(await readdir(join(folder.path, "keys"))).toEqual(["signing.key"]);
});
