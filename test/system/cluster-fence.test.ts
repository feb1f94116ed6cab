import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { describe, expect, onTestFinished, test } from "vitest";
import { openTelemetryBlocks } from "../../server/src/adapters/telemetry-blocks/index.ts";
import type { DeviceId } from "../../server/src/kernel/ids.ts";
import { epochMs } from "../../server/src/kernel/time.ts";
import { scratchFolder } from "../scratch-folder.ts";
import { createPostgresDatabase, hasPostgres } from "../support/postgres-database.ts";
import { sizeOf } from "../switches.ts";
import { clusterDevices } from "./cluster-terms.ts";

const program = join(import.meta.dirname, "cluster-member.program.ts");
const everything = { from: epochMs(-8.64e15), to: epochMs(8.64e15) };
const poll = { timeout: 60_000, interval: 50 };
const rounds = sizeOf("HELIO_TEST_CLUSTER_STOPS");

/** A process that takes part. */
class MemberProcess {
  readonly name: string;
  readonly #file: string;
  readonly #child: ChildProcess;
  readonly exited: Promise<unknown[]>;
  held = 0;

  constructor(url: string, folder: string, name: string) {
    this.name = name;
    this.#file = join(folder, name); // a file takes every line at once, a pipe may be full
    const output = openSync(this.#file, "w");
    this.#child = spawn(process.execPath, [program, url, name], { stdio: ["ignore", output, "inherit", "ipc"] });
    closeSync(output);
    this.exited = once(this.#child, "close");
    this.#child.on("message", (message: { held: number }) => {
      this.held = message.held;
    });
    onTestFinished(() => void this.#child.kill("SIGKILL"));
  }

  signal(signal: "SIGSTOP" | "SIGCONT" | "SIGKILL"): void {
    this.#child.kill(signal);
  }

  leave(): void {
    this.#child.send("leave");
  }

  get output(): string {
    return readFileSync(this.#file, "utf8");
  }

  /** Times that were acknowledged, by device. */
  acknowledged(output = this.output): Map<string, Set<number>> {
    const found = new Map<string, Set<number>>(clusterDevices.map((device) => [device, new Set()]));
    for (const [, device = "", ts] of output.matchAll(/^acknowledged (.*) (\d+)$/gm))
      found.get(device)?.add(Number(ts));
    return found;
  }

  get isLost(): boolean {
    return /^lost/m.test(this.output);
  }

  get hasWorked(): boolean {
    return this.acknowledgements > 100 && /^told/m.test(this.output);
  }

  get acknowledgements(): number {
    return this.output.match(/^acknowledged/gm)?.length ?? 0;
  }
}

/** What was acknowledged and is not there, or is there with another value. */
async function lostOf(url: string, folder: string, members: readonly MemberProcess[]): Promise<string[]> {
  const store = await openTelemetryBlocks({ folder, readers: 1, postgres: { url } });
  const lost: string[] = [];
  for (const member of members) {
    for (const [device, times] of member.acknowledged()) {
      const stored = new Map<number, unknown>();
      for await (const chunk of store.scan(device as DeviceId, member.name, everything))
        for (const { ts, value } of chunk) stored.set(ts, value);
      for (const ts of times) if (stored.get(ts) !== ts) lost.push(`${member.name} ${device} ${ts}`);
    }
  }
  await store.close();
  return lost;
}

describe.skipIf(!hasPostgres())("members of a cluster", () => {
  test("[CLU3, CLU4] one that stood still while others took over stores, acknowledges and tells nothing any more; all that was acknowledged is there", {
    timeout: 120_000 + rounds * 120_000,
  }, async () => {
    const url = await createPostgresDatabase();
    const folder = scratchFolder("cluster-fence");
    const admin = new pg.Client({ connectionString: url });
    await admin.connect();
    onTestFinished(() => admin.end());
    const journal = async (log: number): Promise<number> =>
      Number(
        (await admin.query("select coalesce(max(seq), 0) from points_journal where shard = $1", [log])).rows[0]
          ?.coalesce,
      );
    const logOf = async (name: string): Promise<number> =>
      Number((await admin.query("select log from cluster_member where place = $1", [name])).rows[0]?.log);
    let other = new MemberProcess(url, folder, "first");
    const members = [other];
    await expect.poll(() => other.held, poll).toBe(64);

    for (let [round, tries] = [0, 0]; round < rounds; tries++) {
      const paused = other;
      other = new MemberProcess(url, folder, `try ${tries}`);
      members.push(other);
      const both = (): boolean => paused.isLost || (paused.held === 32 && other.held === 32);
      await expect.poll(both, poll).toBe(true);
      await expect.poll(() => paused.isLost || paused.hasWorked, poll).toBe(true);
      const log = await logOf(paused.name);

      paused.signal("SIGSTOP");
      await expect.poll(() => other.held, poll).toBe(64);
      const [before, said] = [await journal(log), paused.output.length];
      if (paused.isLost) continue; // the machine was too busy for its beats: another one
      paused.signal("SIGCONT");

      expect(await paused.exited).toEqual([4, null]);
      expect(await journal(log)).toBe(before);
      const late = paused.output.slice(said);
      expect(late).not.toMatch(/^told/m);
      expect(late).toMatch(/^refused .* (TELEMETRY_TAKEN_OVER|DATABASE_UNAVAILABLE)/m);
      round++;
    }
    other.leave();

    expect(await other.exited).toEqual([0, null]);
    expect(await lostOf(url, folder, members)).toEqual([]);
    expect(members.every(({ acknowledgements }) => acknowledgements > 0)).toBe(true);
  });
});
