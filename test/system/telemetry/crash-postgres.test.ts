import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import { findPostgres } from "../../support/postgres-programs.ts";
import { lasting, PostgresServer } from "../../support/postgres-server.ts";
import { sizeOf } from "../../switches.ts";
import { acknowledgedIn, faultsAfter, killedAfter } from "./killed-producers.ts";

const kills = sizeOf("HELIO_TEST_ENGINE_KILLS");
const longestLifeMs = 600;
const longestAwayMs = 500;
const programs = findPostgres();

/** Batches acknowledged since PostgreSQL came back: only then it was met at work. */
const enoughAcknowledged = 40;

describe.skipIf(!programs)("points in PostgreSQL", () => {
  test("[REL1, CLU3] after kills of the node and of PostgreSQL at any moment every acknowledged point is there, each commit whole", {
    timeout: 120_000 + kills * 60_000,
  }, async () => {
    if (!programs) return;
    const folder = mkdtempSync(join(tmpdir(), "telemetry-crash-"));
    const server = await PostgresServer.start(programs, lasting);
    onTestFinished(async () => {
      await server.stop();
      rmSync(folder, { recursive: true });
    });
    const { url } = server;
    const outputs: string[] = [];
    for (let round = 0; round < kills; round++) {
      let before = -1;
      let isBack = false;
      const killServer = async (): Promise<void> => {
        await sleep(Math.random() * longestLifeMs);
        await server.kill();
        await sleep(Math.random() * longestAwayMs);
        await server.startAgain();
        isBack = true;
      };
      let killed: Promise<void> | undefined;
      const isEnough = (output: string): boolean => {
        const acknowledged = acknowledgedIn(output);
        if (acknowledged > 0) killed ??= killServer();
        if (!isBack) return false;
        if (before < 0) before = acknowledged;
        return acknowledged > before + enoughAcknowledged;
      };
      outputs.push(await killedAfter("ready", longestLifeMs, folder, { round, url, isEnough }));
      await killed;
      expect(await faultsAfter(folder, outputs, [round], url)).toEqual([]);
    }

    expect(await faultsAfter(folder, outputs, [...outputs.keys()], url)).toEqual([]);
    const all = outputs.join("");
    const refused = all.match(/^refused/gm)?.length ?? 0;
    process.stdout.write(
      `${kills} kills of each, ${acknowledgedIn(all)} acknowledged commits kept, ${refused} refused\n`,
    );
  });
});
