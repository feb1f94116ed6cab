import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { installDebianPackages } from "./debian-package.ts";

/** A system call of any thread, by the lines of the record on which it began and ended. */
export interface SystemCall {
  readonly started: number;
  readonly ended: number;
  readonly text: string;
}

const has = (tool: string): boolean => spawnSync(tool, ["--version"]).status === 0;

/** Installs strace where that is possible; a machine that cannot have it says so, and in CI that is a failure [RUN2]. */
export function straceIsMissing(): boolean {
  if (has("strace")) return false;
  installDebianPackages("strace");
  if (has("strace")) return false;
  process.stdout.write("skipped: the order of system calls needs strace, which is not installed\n");
  return process.env["CI"] !== "true";
}

/**
 * The whole record: a tracer that stands behind the node writes its end after the node is gone. The end is that of the
 * process: its threads end before it, and some of them long before.
 */
export async function recordOf(log: string, pid: number): Promise<string> {
  const end = new RegExp(`^${pid} +\\+\\+\\+ (exited with|killed by)`, "m");
  for (;;) {
    const text = readFileSync(log, "latin1");
    if (end.test(text)) return text;
    await sleep(20);
  }
}

/** Calls in the order they ended; a call that strace shows in two halves lasted from the one line to the other. */
export function systemCallsOf(log: string): SystemCall[] {
  const unfinished = new Map<string, { started: number; text: string }>();
  const calls: SystemCall[] = [];
  for (const [line, text] of log.split("\n").entries()) {
    const [thread = ""] = text.split(" ");
    const resumed = text.includes(" resumed>") ? unfinished.get(thread) : undefined;
    if (text.includes("<unfinished ...>")) unfinished.set(thread, { started: line, text });
    else calls.push({ started: resumed?.started ?? line, ended: line, text: `${resumed?.text ?? ""}${text}` });
  }
  return calls;
}

/** The first call after `after` that fits. */
export function nextCall(
  calls: readonly SystemCall[],
  what: string,
  pattern: RegExp,
  after: SystemCall | undefined,
): SystemCall {
  const found = calls.find(({ started, text }) => started > (after?.ended ?? -1) && pattern.test(text));
  if (!found) throw new Error(`no ${what} after ${after?.text ?? "the beginning"}`);
  return found;
}

export const isJournalWrite = ({ text }: SystemCall): boolean =>
  /\b(pwrite64|pwritev|write|writev)\(\d+<[^>]*telemetry\.db-wal>/.test(text);

const isJournalSync = ({ text }: SystemCall): boolean => /\b(fsync|fdatasync)\(\d+<[^>]*telemetry\.db-wal>/.test(text);

/** Syncs of the journal that began after the one call and ended before the other. */
export const syncsBetween = (calls: readonly SystemCall[], first: SystemCall, second: SystemCall): number =>
  calls.filter((call) => isJournalSync(call) && call.started > first.ended && call.ended < second.started).length;
