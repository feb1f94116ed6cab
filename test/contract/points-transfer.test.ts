import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PostgresClusterStore } from "../../server/src/adapters/sql/postgres/cluster-store.ts";
import {
  findPointsDamage,
  inheritLog,
  openTelemetryBlocks,
  type TelemetryBlocksOptions,
} from "../../server/src/adapters/telemetry-blocks/index.ts";
import { PostgresWriterStorage } from "../../server/src/adapters/telemetry-blocks/postgres/postgres-writer.ts";
import type { AskRows } from "../../server/src/adapters/telemetry-blocks/transfer/ask-rows.ts";
import { completeFile, resumableFile } from "../../server/src/adapters/telemetry-blocks/transfer/file-target.ts";
import { digestOfPoints } from "../../server/src/adapters/telemetry-blocks/transfer/points-digest.ts";
import { loadPointsFromFile } from "../../server/src/adapters/telemetry-blocks/transfer/points-from-file.ts";
import { copyPointsToFile } from "../../server/src/adapters/telemetry-blocks/transfer/points-to-file.ts";
import { portionsOf } from "../../server/src/adapters/telemetry-blocks/transfer/portions.ts";
import { PostgresPoints } from "../../server/src/adapters/telemetry-blocks/transfer/postgres-source.ts";
import { shardCount } from "../../server/src/core/cluster/index.ts";
import { type DeviceId, newId } from "../../server/src/kernel/ids.ts";
import { scratchFolder } from "../scratch-folder.ts";
import { hasPostgres } from "../support/postgres-database.ts";
import { freshPostgresPlace } from "../support/postgres-place.ts";
import { scanned } from "./telemetry/scanned.ts";
import { always, p } from "./telemetry/scenario.ts";

const values = [1, -0.1, "text ü \u0000", true, 2 ** 53, "x".repeat(3_000)];
const device = newId<DeviceId>();
const everyShard = Array.from({ length: shardCount }, (_, id) => id);
const batch = (from: number) => values.map((value, i) => p(from + i, value, `k${i}`));

/** What some work sees and does in one transaction. */
async function within<T>(url: string, work: (ask: AskRows) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("begin isolation level repeatable read");
    const result = await work(async (text, given = []) => (await client.query(text, [...given])).rows);
    await client.query("commit");
    return result;
  } finally {
    await client.end();
  }
}

describe.skipIf(!hasPostgres())("points on their way between PostgreSQL and a file", () => {
  const folder = scratchFolder("points-transfer");
  const place = (name: string): string => {
    mkdirSync(join(folder, name), { recursive: true });
    return join(folder, name);
  };
  let url = "";

  /** Some in blocks, some in the log only. */
  beforeAll(async () => {
    url = await freshPostgresPlace();
    const store = await openTelemetryBlocks({ folder, postgres: { url }, readers: 1 });
    await store.follow({ committed: () => undefined }, undefined); // [RUL3]
    await store.append(device, batch(0));
    await store.flush();
    await store.append(device, batch(1_000));
    await store.mark("installation", 7);
    await store.close();
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  async function allIn(options: TelemetryBlocksOptions): Promise<Record<string, unknown>> {
    const store = await openTelemetryBlocks({ ...options, readers: 1 });
    try {
      const keys = await store.keys(device);
      return Object.fromEntries(
        await Promise.all(keys.map(async (key) => [key, await scanned(store, device, key, always)] as const)),
      );
    } finally {
      await store.close();
    }
  }

  test("[REL4] they are the same in a file, with what waits in the log, and in PostgreSQL again", async () => {
    const [file, again] = [place("copy"), await freshPostgresPlace()];

    await within(url, (ask) => copyPointsToFile(ask, join(file, "telemetry.db")));
    await within(again, (ask) => loadPointsFromFile(ask, join(file, "telemetry.db")));

    const followed = "select position from points_position where name = 'followed'";
    const [noted] = await within(url, (ask) => ask(followed)); // before anybody opens them, and goes on
    expect(noted).toBeDefined();
    expect(await within(again, (ask) => ask(followed))).toEqual([noted]);
    const expected = await allIn({ folder, postgres: { url } });
    expect(Object.keys(expected)).toHaveLength(values.length);
    expect(await allIn({ folder: file })).toEqual(expected);
    expect(await allIn({ folder, postgres: { url: again } })).toEqual(expected);
    const [store] = await within(again, (ask) => ask("select installation, beat from points_store"));
    expect(store).toEqual({ installation: "installation", beat: "7" });
  });

  test("[REL4, CLU2] the first member of a cluster inherits what was loaded, with what waits in the log", async () => {
    const [file, loaded] = [join(place("members"), "telemetry.db"), await freshPostgresPlace()];
    await within(url, (ask) => copyPointsToFile(ask, file));
    await within(loaded, (ask) => loadPointsFromFile(ask, file));
    const members = new PostgresClusterStore({ url: loaded, leaseMs: 60_000, silenceMs: 10_000 });
    const member = await members.join({ node: "first", place: "", version: "" });
    const store = await openTelemetryBlocks({ folder, readers: 1, postgres: { url: loaded, member } });

    await store.take(everyShard);
    expect(store.held, "not before they are in blocks").toEqual([]);
    for (const { log } of (await members.view()).orphans) await inheritLog({ url: loaded, orphan: log });
    await store.take(everyShard);

    const found = await Promise.all(
      values.map(async (_, i) => [`k${i}`, await scanned(store, device, `k${i}`, always)] as const),
    );
    await store.close();
    await members.close();
    expect(Object.fromEntries(found)).toEqual(await allIn({ folder, postgres: { url } }));
  });

  test("[REL5] what is damaged is copied as it is, and known as damaged wherever it comes to", async () => {
    const [file, damaged, again] = [
      join(place("damaged"), "telemetry.db"),
      await freshPostgresPlace(),
      await freshPostgresPlace(),
    ];
    const writer = await PostgresWriterStorage.open({ url: damaged });
    await writer.transaction(async (changes) => changes.append(1, Uint8Array.from([1, 2, 3])));
    await writer.close();
    await within(damaged, (ask) => ask("update points_journal set frame = '\\x09'"));

    await within(damaged, (ask) => copyPointsToFile(ask, file));
    await within(again, (ask) => loadPointsFromFile(ask, file));

    expect([...findPointsDamage(file)]).toEqual([{ of: "log", position: 1 }]);
    const reader = await PostgresWriterStorage.open({ url: again });
    expect(await reader.entries(0)).toEqual([{ position: 1, frame: undefined }]);
    await reader.close();
  });

  test("[CLU1, REL4] what is in the logs of several nodes and not in blocks is copied as one log, the rest of them is not", async () => {
    const shared = await freshPostgresPlace();
    const store = await openTelemetryBlocks({ folder, postgres: { url: shared }, readers: 1 });
    await store.append(device, batch(0));
    await store.close();
    const [entry] = await within(url, (ask) => ask("select * from points_journal where shard = -1 limit 1"));
    expect(entry).toBeDefined();
    for (const [log, seq] of [
      [-2, 7],
      [-2, 8],
      [-3, 5],
      [-4, 2],
      [-4, 3],
    ])
      await within(shared, (ask) =>
        ask("insert into points_journal values ($1, $2, 1, $3, $4)", [
          log,
          seq,
          entry?.["frame_check"],
          entry?.["frame"],
        ]),
      );
    await within(shared, (ask) => ask("insert into points_position values (-2, 'blocks', 7), (-2, 'last', 8)"));
    const behind = "(-4, 'blocks', 3), (-4, 'followed', 2), (-4, 'rules', 2)"; // in blocks, and its rules are behind
    await within(shared, (ask) => ask(`insert into points_position values ${behind}`));
    const left = "insert into points_unseen (log, seq, shard, consumer, epoch, frame_check, frame)";
    for (const consumer of ["rules", "calculations"])
      await within(shared, (ask) =>
        ask(`${left} values (-5, 9, 0, $1, 1, $2, $3)`, [consumer, entry?.["frame_check"], entry?.["frame"]]),
      );

    const file = join(place(`shared ${newId()}`), "telemetry.db");
    const seen = await within(shared, (ask) => copyPointsToFile(ask, file));

    const db = new DatabaseSync(file);
    const kept = db.prepare("SELECT seq FROM journal ORDER BY seq").all();
    const noted = db.prepare("SELECT position FROM log_position WHERE name = 'last'").get();
    db.close();
    // the lone node's; one of the first member's, the second's; what a dead one left, and what the rules of the third have not seen
    expect(kept.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5]);
    expect(noted).toEqual({ position: 5 });
    expect(seen).toEqual({ rules: 3, alone: 1 });
  });

  test("[CLU1] a file that was filled and is opened again, however often, takes nothing twice", async () => {
    const file = join(place(`filled ${newId()}`), "telemetry.db");
    const source = (ask: AskRows) => new PostgresPoints(ask);
    const fill = () =>
      within(url, async (ask) => {
        const target = resumableFile(file);
        for await (const portion of portionsOf(source(ask), target.cursor)) target.add(portion);
        target.finish(await source(ask).notes());
        const digest = await digestOfPoints(target.points);
        target.close();
        return digest;
      });
    const once = await fill();
    completeFile(file);
    resumableFile(file).close(); // killed before it did anything

    expect(await fill()).toEqual(once);

    expect(once).toEqual(await within(url, (ask) => digestOfPoints(source(ask))));
  });

  test("[CLU1] a log in a form that nobody knows yet is refused in words", async () => {
    const shared = await freshPostgresPlace();
    await (await PostgresWriterStorage.open({ url: shared })).close();
    await within(shared, (ask) => ask("insert into points_journal values (3, 1, 1, 0, '')"));

    const copied = within(shared, (ask) => copyPointsToFile(ask, join(place("newer"), "telemetry.db")));
    await expect(copied).rejects.toMatchObject({ code: "POINTS_OF_SEVERAL_NODES" });
  });
});
