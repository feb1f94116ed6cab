import { rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { scratchFolder } from "../../../../../test/scratch-folder.ts";
import { withRealThreads } from "../../../../../test/support/threads-at-hand.ts";
import { SqliteThreads } from "./sqlite-threads.ts";

withRealThreads();

/** Takes seconds on any machine. */
const long = "with recursive n(i) as (select 1 union all select i + 1 from n where i < 5000000) select count(*) from n";

test("look-ups share a thread, and do not wait for one that is at something longer", async () => {
  const folder = scratchFolder("threads");
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const threads = new SqliteThreads(join(folder, "test.db"));
  onTestFinished(() => threads.close());
  await threads.ready();
  const first = threads.reader;
  await first.query("select 1", []);
  expect(threads.reader).toBe(first);
  const ended: string[] = [];

  const slow = first.query(long, []).then(() => ended.push("long"));
  await sleep(150);
  const quick = threads.reader;
  await quick.query("select 1", []).then(() => ended.push("look-up"));
  await slow;

  expect(quick).not.toBe(first);
  expect(ended).toEqual(["look-up", "long"]);
});
