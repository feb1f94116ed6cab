import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { isJournalWrite, straceIsMissing, syncsBetween, systemCallsOf } from "../../support/system-calls.ts";
import { isLongRun } from "../../switches.ts";

const markers = 5;
const program = join(import.meta.dirname, "one-by-one.program.ts");

/** The engine by itself; that of a whole node is looked at in every run, see `test/system/sync-order.test.ts`. */
test.skipIf(!isLongRun() || straceIsMissing())(
  "[REL1] a sync of the data stands between its arrival and its acknowledgement",
  () => {
    const folder = mkdtempSync(join(tmpdir(), "telemetry-strace-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const log = join(folder, "strace.log");
    const traced = "trace=write,writev,pwrite64,pwritev,fsync,fdatasync";

    const run = spawnSync("strace", [
      "-f",
      "-y",
      "-s",
      "8192",
      "-e",
      traced,
      "-o",
      log,
      process.execPath,
      program,
      folder,
      String(markers),
    ]);

    expect(run.stderr.toString()).toBe("");
    const calls = systemCallsOf(readFileSync(log, "latin1"));
    for (let i = 0; i < markers; i++) {
      const marker = `marker-${i}-end`;
      const write = calls.find((call) => isJournalWrite(call) && call.text.includes(marker));
      const ack = calls.find(({ text }) => /\bwrite\(1<[^>]*>, "ACK /.test(text) && text.includes(marker));
      if (!write || !ack) throw new Error(`${marker} was not written, or not acknowledged`);
      expect(syncsBetween(calls, write, ack), `syncs between the two of ${marker}`).toBeGreaterThan(0);
    }
  },
  180_000,
);

test("a call that the record shows in two halves holds what both of them say", () => {
  const [other, read] = systemCallsOf(
    [
      "7 read(20<socket:[1]>,  <unfinished ...>",
      "8 fsync(4<telemetry.db-wal>) = 0",
      '7 <... read resumed>"marker", 65536) = 6',
    ].join("\n"),
  );

  expect(other).toMatchObject({ started: 1, ended: 1 });
  expect(read).toMatchObject({ started: 0, ended: 2, text: expect.stringMatching(/\bread\(20<.*marker/) });
});
