import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";

const markers = 5;
const program = join(import.meta.dirname, "one-by-one.program.ts");

const has = (tool: string): boolean => spawnSync(tool, ["--version"]).status === 0;

/** Installs strace where that is possible; a machine that cannot have it says so, and in CI that is a failure [RUN2]. */
function straceIsMissing(): boolean {
  if (has("strace")) return false;
  if (process.getuid?.() === 0) spawnSync("apt-get", ["install", "-y", "strace"], { stdio: "ignore" });
  if (has("strace")) return false;
  process.stdout.write("skipped: the order of system calls needs strace, which is not installed\n");
  return process.env["CI"] !== "true";
}

type Event = {
  readonly kind: "write" | "sync" | "ack";
  readonly started: number;
  readonly ended: number;
  readonly text: string;
};

/** Calls in the order they ended; a call that strace shows in two halves lasted from the one line to the other. */
function eventsOf(log: string): Event[] {
  const unfinished = new Map<string, { started: number; text: string }>();
  const events: Event[] = [];
  for (const [line, text] of log.split("\n").entries()) {
    const [thread = ""] = text.split(" ");
    const resumed = text.includes(" resumed>") ? unfinished.get(thread) : undefined;
    if (text.includes("<unfinished ...>")) unfinished.set(thread, { started: line, text });
    else events.push(...eventOf(resumed?.text ?? text, resumed?.started ?? line, line));
  }
  return events;
}

function eventOf(text: string, started: number, ended: number): Event[] {
  if (/\b(pwrite64|pwritev|write|writev)\(\d+<[^>]*telemetry\.db-wal>/.test(text))
    return [{ kind: "write", started, ended, text }];
  if (/\b(fsync|fdatasync)\(\d+<[^>]*telemetry\.db-wal>/.test(text)) return [{ kind: "sync", started, ended, text }];
  return /\bwrite\(1<[^>]*>, "ACK /.test(text) ? [{ kind: "ack", started, ended, text }] : [];
}

test.skipIf(straceIsMissing())(
  "[REL1] a sync of the data stands between its arrival and its acknowledgement",
  () => {
    const folder = mkdtempSync(join(tmpdir(), "telemetry-strace-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const log = join(folder, "strace.log");
    const calls = "trace=write,writev,pwrite64,pwritev,fsync,fdatasync";

    const run = spawnSync("strace", [
      "-f",
      "-y",
      "-s",
      "8192",
      "-e",
      calls,
      "-o",
      log,
      process.execPath,
      program,
      folder,
      String(markers),
    ]);

    expect(run.stderr.toString()).toBe("");
    const events = eventsOf(readFileSync(log, "latin1"));
    for (let i = 0; i < markers; i++) {
      const marker = `marker-${i}-end`;
      const write = events.find(({ kind, text }) => kind === "write" && text.includes(marker));
      const ack = events.find(({ kind, text }) => kind === "ack" && text.includes(marker));
      expect(write, `the write of ${marker}`).toBeDefined();
      expect(ack, `the acknowledgement of ${marker}`).toBeDefined();
      const between = events.filter(
        ({ kind, started, ended }) =>
          kind === "sync" && started > (write?.ended ?? Infinity) && ended < (ack?.started ?? -1),
      );
      expect(between.length, `syncs between the write of ${marker} and its acknowledgement`).toBeGreaterThan(0);
    }
  },
  60_000,
);
