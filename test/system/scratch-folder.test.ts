import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { counted, ownFolder } from "../scratch-folder.ts";
import { tempFolder } from "../support/temp-folder.ts";

test("[RUN2] what a killed run has left goes with the next one, and nothing that somebody may still use", async () => {
  await using temp = await tempFolder();
  const place = temp.path;
  const { pid: gone } = spawnSync(process.execPath, ["--version"]);
  const [a, b] = [`a-${counted()}`, `b-${counted()}`];
  const left = `${a}-${gone}-x`;
  const used = [`${a}-${gone}-used`, `${a}-${process.ppid}-x`, `${a}-${process.pid}-x`];
  const others = [left, ...used, `a-1${counted()}-${gone}-x`, `${b}-${gone}-x`, `${a}-${gone}x`, "a-"];
  for (const name of others) mkdirSync(join(place, name));

  const folder = ownFolder(place, "a-", (path) => !path.endsWith("used"));

  expect(existsSync(folder)).toBe(true);
  expect(others.filter((name) => !existsSync(join(place, name)))).toEqual([left]);
});
