import pg from "pg";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { blockOf } from "../../server/src/adapters/telemetry-blocks/blocks/encode-block.ts";
import { kind } from "../../server/src/adapters/telemetry-blocks/columns.ts";
import { HeldLog } from "../../server/src/adapters/telemetry-blocks/postgres/ownership.ts";
import { findPostgresPoints } from "../../server/src/adapters/telemetry-blocks/postgres/points-identity.ts";
import { PostgresReaderStorage } from "../../server/src/adapters/telemetry-blocks/postgres/postgres-reader.ts";
import { PostgresWriterStorage } from "../../server/src/adapters/telemetry-blocks/postgres/postgres-writer.ts";
import { shardOf } from "../../server/src/adapters/telemetry-blocks/postgres/shards.ts";
import { statement } from "../../server/src/adapters/telemetry-blocks/postgres/statement-batch.ts";
import {
  type BlockRow,
  isIntact,
  type NewBlock,
} from "../../server/src/adapters/telemetry-blocks/storage/block-row.ts";
import { CutLine } from "../support/cut-line.ts";
import { hasPostgres } from "../support/postgres-database.ts";
import { freshPostgresPlace } from "../support/postgres-place.ts";

const frame = Uint8Array.from([1, 2, 3]);
const block = (series: number, numbers = [1, 2]): NewBlock =>
  blockOf(series, 0, {
    ts: Float64Array.from(numbers, (_, i) => i),
    kinds: new Uint8Array(numbers.length).fill(kind.number),
    numbers: Float64Array.from(numbers),
    texts: [],
  });

/** The server is everybody's, and whoever tests beside this waits for locks, too. */
const ofThis = "pg_stat_activity where datname = current_database()";
const others = `select pid from ${ofThis} and pid <> pg_backend_pid()`;

describe.skipIf(!hasPostgres())("points in PostgreSQL when something goes wrong", () => {
  let admin: pg.Client;
  let url: string;

  beforeAll(async () => {
    const place = new URL(await freshPostgresPlace());
    place.searchParams.delete("options");
    admin = new pg.Client({ connectionString: place.href });
    await admin.connect();
  });
  afterAll(() => admin.end());

  async function open(by = url): Promise<PostgresWriterStorage> {
    const writer = await PostgresWriterStorage.open({ url: by });
    onTestFinished(() => writer.close());
    return writer;
  }

  async function fresh(): Promise<string> {
    url = await freshPostgresPlace();
    await admin.query(`set search_path = ${new URL(url).searchParams.get("options")?.split("=")[1]}`);
    return url;
  }

  async function cuttable(): Promise<{ readonly line: CutLine; readonly writer: PostgresWriterStorage }> {
    const { line, url: by } = await CutLine.before(await fresh());
    onTestFinished(() => line[Symbol.asyncDispose]());
    return { line, writer: await open(by) };
  }

  const append = (writer: PostgresWriterStorage, position: number): Promise<void> =>
    writer.transaction(async (changes) => changes.append(position, frame));
  const rows = async (sql: string): Promise<unknown[][]> => (await admin.query({ text: sql, rowMode: "array" })).rows;
  const positions = async (): Promise<number[]> =>
    (await rows("select seq from points_journal order by seq")).map(([seq]) => Number(seq));
  const isSomebodyBlocked = async (): Promise<boolean> =>
    (await rows(`select 1 from ${ofThis} and cardinality(pg_blocking_pids(pid)) > 0`)).length > 0;

  test("[CLU3] a writer that was overtaken stores nothing and says so, in a transaction under way, too", async () => {
    await fresh();
    const old = await open();
    await append(old, 1);
    const between = Promise.withResolvers<void>();
    const underWay = old.transaction(async (changes) => {
      changes.append(2, frame);
      await between.promise;
    });
    const next = await open();
    between.resolve();

    await expect(underWay).rejects.toMatchObject({ code: "TELEMETRY_TAKEN_OVER" });
    await expect(append(old, 3)).rejects.toMatchObject({ code: "TELEMETRY_TAKEN_OVER" });
    await expect(old.mark("x", 9)).rejects.toMatchObject({ code: "TELEMETRY_TAKEN_OVER" });
    await append(next, 4);
    expect(await positions()).toEqual([1, 4]);
  });

  test("[CLU3] the check of the fence is what keeps it out: without it the same commit would be stored", async () => {
    await fresh();
    const old = await open();
    await append(old, 1);
    await open();
    const fence = vi.spyOn(HeldLog.prototype, "fence", "get").mockReturnValue(statement("select 1"));
    onTestFinished(() => fence.mockRestore());

    await append(old, 2);

    expect(await positions()).toEqual([1, 2]);
  });

  test("[CLU3] a take-over waits for a commit that has passed its check, and finds what it stored", async () => {
    await fresh();
    const old = await open();
    let taking: Promise<PostgresWriterStorage> | undefined;
    await old.transaction(async (changes) => {
      await changes.nextLate(-1); // has its lock from here on
      changes.append(1, frame);
      taking = PostgresWriterStorage.open({ url });
      await expect.poll(isSomebodyBlocked).toBe(true);
    });

    const next = await taking;
    expect((await next?.entries(0))?.map(({ position }) => position)).toEqual([1]);
    await next?.close();
  });

  test("[CLU3] a node that stands still in the middle of a transaction keeps nobody from taking over", async () => {
    await fresh();
    const old = await PostgresWriterStorage.open({ url, abandonedMs: 100 });
    onTestFinished(() => old.close());
    const asleep = Promise.withResolvers<void>();
    const underWay = old.transaction(async (changes) => {
      await changes.nextLate(-1); // has its lock from here on
      changes.append(1, frame);
      await asleep.promise;
    });
    underWay.catch(() => undefined); // on a slow machine it may be ended before it has its lock

    await append(await open(), 2);
    asleep.resolve();

    await expect(underWay).rejects.toMatchObject({ fault: "busy" });
    expect(await positions()).toEqual([2]);
  });

  test("[CLU3] only the node with the lease takes over", async () => {
    await fresh();
    await admin.query(
      "create table node_lease (name text primary key, owner text, epoch bigint, expires_time bigint, place text)",
    );
    await admin.query("insert into node_lease values ('node', 'mine', 1, 0, '')");
    const writer = await PostgresWriterStorage.open({ url, lease: { owner: "mine" } });
    await expect(PostgresWriterStorage.open({ url, lease: { owner: "other" } })).rejects.toMatchObject({
      code: "TELEMETRY_TAKEN_OVER",
    });
    await append(writer, 1);
    await writer.close();
  });

  test("[REL1] a commit whose answer was lost is stored once, and acknowledged", async () => {
    const { line, writer } = await cuttable();
    line.loses = "answers";
    const appended = append(writer, 1);
    await expect.poll(() => line.lost).toBeGreaterThan(0);
    line.cut();
    await appended;
    await append(writer, 2);

    expect(await positions()).toEqual([1, 2]);
  });

  test("[REL1] a commit that never arrived is refused as one that may be repeated, and is not stored", async () => {
    const { line, writer } = await cuttable();
    line.loses = "questions";
    const appended = append(writer, 1);
    await expect.poll(() => line.lost).toBeGreaterThan(0);
    line.cut();

    await expect(appended).rejects.toMatchObject({ code: "DATABASE_UNAVAILABLE", fault: "busy" });
    await append(writer, 2);
    expect(await positions()).toEqual([2]);
  });

  test("[REL1] changes without a commit of points are found again, too, when their answer was lost", async () => {
    const { line, writer } = await cuttable();
    const inserted = writer.transaction(async (changes) => {
      await changes.nextLate(-1);
      changes.insert([block(7)]);
      line.loses = "answers";
    });
    await expect.poll(() => line.lost).toBeGreaterThan(0);
    line.cut();
    await inserted;

    expect(await rows("select series from points_block")).toEqual([[7]]);
  });

  test("[REL1] a commit that is under way still when its connection breaks is waited for", async () => {
    const { line, writer } = await cuttable();
    await admin.query(`create function wait() returns trigger language plpgsql as
      $$ begin perform pg_advisory_xact_lock(4711); return new; end $$`);
    await admin.query("create trigger waits before insert on points_journal for each row execute function wait()");
    await admin.query("select pg_advisory_lock(4711)");
    const appended = append(writer, 1);
    await expect.poll(isSomebodyBlocked).toBe(true);
    line.cut();
    const blocked = `select 1 from ${ofThis} and wait_event_type = 'Lock' and query like '%points_shard%'`;
    await expect.poll(async () => (await rows(blocked)).length).toBe(1); // the question whether it is stored
    await admin.query("select pg_advisory_unlock(4711)");

    await appended;
    expect(await positions()).toEqual([1]);
  });

  test("[REL2] a database that was away is reached again, by reads and by writes", async () => {
    const { line, writer } = await cuttable();
    await writer.transaction(async (changes) => changes.insert([block(1)]));
    const reader = new PostgresReaderStorage(url);
    onTestFinished(() => reader.close());
    const runs = () => reader.snapshot((blocks) => blocks.runs(1, 0));
    await runs();
    line.cut();
    await admin.query(`select pg_terminate_backend(pid) from (${others}) p`);

    await expect.poll(() => runs().catch(String)).toEqual([{ run: 0, start: 0 }]);
    await expect.poll(() => append(writer, 1).then(() => "stored", String)).toBe("stored");
  });

  test("[REL2] a database that can only be read refuses what is new, goes on being read, and recovers by itself", async () => {
    await fresh();
    const writer = await open();
    const database = new URL(url).pathname.slice(1);
    const reconnected = async (): Promise<void> => {
      await admin.query(`select pg_terminate_backend(pid) from (${others}) p`);
      await expect.poll(() => writer.log().then(() => "there", String)).toBe("there");
    };
    await admin.query(`alter database ${database} set default_transaction_read_only = on`);
    try {
      await reconnected();
      await expect(append(writer, 1)).rejects.toMatchObject({ code: "DATABASE_READ_ONLY", fault: "busy" });
    } finally {
      await admin.query(`alter database ${database} reset default_transaction_read_only`);
    }
    await append(writer, 2); // through a new connection: another server may be the one that writes now

    expect(await positions()).toEqual([2]);
  });

  test("[REL2] a full disk of the database refuses, stores nothing of the commit, and recovers by itself", async () => {
    await fresh();
    const writer = await open();
    await admin.query(`create function full_disk() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`);
    await admin.query(
      "create trigger full_disk before insert on points_block for each row execute function full_disk()",
    );
    const both = writer.transaction(async (changes) => {
      changes.append(1, frame);
      changes.insert([block(1)]);
    });
    await expect(both).rejects.toMatchObject({ code: "DISK_FULL", fault: "busy" });
    await admin.query("drop trigger full_disk on points_block");
    await append(writer, 2);

    expect(await positions()).toEqual([2]);
  });

  test("a long frame comes back as it was, and one that was changed is known as damaged", async () => {
    await fresh();
    const writer = await open();
    const long = Uint8Array.from({ length: 5_000 }, (_, i) => (i === 0 ? 1 : i % 7));
    await writer.transaction(async (changes) => {
      changes.append(1, long);
      changes.append(2, long);
    });
    await admin.query("update points_journal set frame = set_byte(frame, 9, get_byte(frame, 9) # 1) where seq = 2");

    const entries = await writer.entries(0);
    expect(entries.map((entry) => entry.frame && Buffer.compare(entry.frame, long))).toEqual([0, undefined]);
    expect(await rows("select max(length(frame)) < 500 from points_journal")).toEqual([[true]]);
  });

  test("[REL4] tables of a newer version are refused, untouched", async () => {
    await fresh();
    await (await open()).close();
    await admin.query("update points_store set format = 99");
    const before = await rows("select owner, epoch from points_shard");

    await expect(PostgresWriterStorage.open({ url })).rejects.toMatchObject({ code: "TELEMETRY_NEWER_FORMAT" });
    await expect(findPostgresPoints(url)).rejects.toMatchObject({ code: "TELEMETRY_NEWER_FORMAT" });
    expect(await rows("select owner, epoch from points_shard")).toEqual(before);
  });

  test("[RUN10] whose points these are is found without changing anything", async () => {
    await fresh();
    expect(await findPostgresPoints(url)).toEqual({ id: undefined, isEmpty: true, beat: 0 });
    expect(await rows("select to_regclass('points_store')")).toEqual([[null]]);
    const writer = await open();
    expect(await findPostgresPoints(url)).toEqual({ id: undefined, isEmpty: true, beat: 0 });
    await append(writer, 1);
    expect(await findPostgresPoints(url)).toEqual({ id: undefined, isEmpty: false, beat: 0 });
    await writer.mark("installation", 7);
    expect(await findPostgresPoints(url)).toEqual({ id: "installation", isEmpty: false, beat: 7 });
  });

  test("every double comes back as it was, in statistics too", async () => {
    await fresh();
    const writer = await open();
    const odd = [Number.NaN, -0, Number.POSITIVE_INFINITY, Number.MIN_VALUE, -1.7976931348623157e308];
    const stored = odd.map((value, i): NewBlock => ({ ...block(1), start: i, min: value, max: value, sum: value }));
    await writer.transaction(async (changes) => changes.insert([...stored, block(2, [0.1, 0.2])]));
    const reader = new PostgresReaderStorage(url);
    const page = { run: 0, low: -Infinity, high: Infinity, order: "ASC", data: "all", limit: 10 } as const;
    const read = (series: number): Promise<BlockRow[]> =>
      reader.snapshot(async (blocks) => (await blocks.page({ ...page, series })).map(({ row }) => row));

    expect((await read(1)).map(({ min, sum }) => [min, sum])).toEqual(odd.map((value) => [value, value]));
    expect((await read(2)).map(isIntact)).toEqual([true]);
    await reader.close();
  });

  test("[CLU1] devices, series and blocks carry the shard of their device", async () => {
    await fresh();
    const writer = await open();
    await writer.transaction(async (changes) => {
      changes.define([{ id: 1, device: "pump", key: "a" }]);
      changes.insert([block(1)]);
    });
    const shards = await rows(`select d.shard, s.shard, b.shard from points_device d
      join points_series s on s.device = d.id join points_block b on b.series = s.id`);
    expect(shards).toEqual([[shardOf("pump"), shardOf("pump"), shardOf("pump")]]);
    expect(await rows("select shards from points_store")).toEqual([[64]]);
  });
});
