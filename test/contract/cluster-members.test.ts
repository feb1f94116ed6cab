import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { PostgresClusterStore } from "../../server/src/adapters/sql/postgres/cluster-store.ts";
import { Gate } from "../../server/src/adapters/sql/postgres/gate.ts";
import { NodeLease } from "../../server/src/adapters/sql/postgres/node-lease.ts";
import { openPostgres } from "../../server/src/adapters/sql/postgres/open-postgres.ts";
import { PostgresWriterStorage } from "../../server/src/adapters/telemetry-blocks/postgres/postgres-writer.ts";
import { planOf } from "../../server/src/core/cluster/balance.ts";
import { type Member, Membership, type ShardHost, shardCount } from "../../server/src/core/cluster/index.ts";
import { hasPostgres } from "../support/postgres-database.ts";
import { freshPostgresPlace } from "../support/postgres-place.ts";

const frame = Uint8Array.from([1, 2, 3]);
const leaseMs = 1_000;
const all = Array.from({ length: shardCount }, (_, id) => id);

/** A member with its log, as a process has them. */
interface Node {
  readonly self: Member;
  readonly store: PostgresClusterStore;
  readonly log: PostgresWriterStorage;
  commit(position: number, shards: readonly number[]): Promise<void>;
}

/** One that beats and looks by itself. */
interface Running {
  self: Member;
  store: PostgresClusterStore;
  log: PostgresWriterStorage;
  membership: Membership;
  isDead: boolean;
}

describe.skipIf(!hasPostgres())("members of a cluster in PostgreSQL", () => {
  let url: string;
  let admin: pg.Client;

  beforeAll(async () => {
    const place = new URL(await freshPostgresPlace());
    place.searchParams.delete("options");
    admin = new pg.Client({ connectionString: place.href });
    await admin.connect();
  });
  afterAll(() => admin.end());

  async function fresh(): Promise<void> {
    url = await freshPostgresPlace();
    await admin.query(`set search_path = ${new URL(url).searchParams.get("options")?.split("=")[1]}`);
  }

  async function openStore(): Promise<PostgresClusterStore> {
    const store = new PostgresClusterStore({ url, leaseMs, silenceMs: 5_000 });
    onTestFinished(() => store.close());
    return store;
  }

  async function openLog(terms: Parameters<typeof PostgresWriterStorage.open>[0]): Promise<PostgresWriterStorage> {
    const log = await PostgresWriterStorage.open(terms);
    onTestFinished(() => log.close());
    return log;
  }

  async function start(node: string = randomUUID()): Promise<Node> {
    const store = await openStore();
    const self = await store.join({ node, place: "here", version: "1" });
    const log = await openLog({ url, member: self });
    const commit = (position: number, shards: readonly number[]): Promise<void> =>
      log.transaction(async (changes) => {
        changes.concern(shards);
        changes.append(position, frame);
      });
    return { self, store, log, commit };
  }

  const rows = async (sql: string): Promise<unknown[][]> => (await admin.query({ text: sql, rowMode: "array" })).rows;
  const stored = (): Promise<unknown[][]> => rows("select shard, seq::int from points_journal order by 1 desc, 2");

  test("[CLU3] a commit names its shards: one that is another's, or is not ours any more, is refused, and nothing else ends", async () => {
    await fresh();
    const [one, two] = [await start(), await start()];
    expect([one.self.log, two.self.log]).toEqual([-2, -3]);
    expect(await one.log.takeShards([1, 2])).toEqual([1, 2]);
    expect(await two.log.takeShards([2, 3])).toEqual([3]);

    await one.commit(1, [1, 2]);
    await two.commit(1, [3]);
    await expect(two.commit(2, [2, 3])).rejects.toMatchObject({ code: "TELEMETRY_NOT_HERE", fault: "busy" });
    await one.log.giveShards([2]);
    await expect(one.commit(2, [1, 2])).rejects.toMatchObject({ code: "TELEMETRY_NOT_HERE" });
    await two.log.takeShards([2]);
    await two.commit(3, [2, 3]);
    await one.commit(3, [1]);

    expect(await stored()).toEqual([
      [-2, 1],
      [-2, 3],
      [-3, 1],
      [-3, 3],
    ]);
  });

  test("[CLU4] nobody gives shards up for a member that has joined and does not serve yet", async () => {
    await fresh();
    const host = { held: [], take: async () => undefined, give: async () => undefined, inherit: async () => undefined };
    const ignore = () => undefined;
    const store = await openStore();
    const starting = new Membership({ store, host, leaseMs, onLost: ignore, onTrouble: ignore });
    const serving = await start();
    const { node } = await starting.join({ node: "starting", place: "here", version: "1", isStarting: true });
    const planned = async (): Promise<string[]> => [...planOf(await serving.store.view()).keys()].sort();

    await starting.beat();
    expect(await planned()).toEqual([serving.self.node]);
    await starting.begin();
    expect(await planned()).toEqual([serving.self.node, node].sort());
  });

  test("[CLU3] the check is in the transaction: what memory believes does not let it through", async () => {
    await fresh();
    const one = await start();
    await one.log.takeShards([5]);
    await admin.query("update points_shard set epoch = epoch + 1 where id = 5");

    await expect(one.commit(1, [5])).rejects.toMatchObject({ code: "TELEMETRY_NOT_HERE" });
    await admin.query("update points_shard set epoch = epoch - 1 where id = 5");
    await one.commit(2, [5]);
    await admin.query("update points_shard set owner = 'another' where id = 5");
    await expect(one.commit(3, [5])).rejects.toMatchObject({ code: "TELEMETRY_NOT_HERE" });

    expect(await stored()).toEqual([[-2, 2]]);
  });

  test("[CLU3, CLU4] who is buried commits nothing any more; its log is inherited, also by a second one, and then its shards are free", async () => {
    await fresh();
    const [dead, one, two] = [await start(), await start(), await start()];
    await dead.log.takeShards(all);
    await dead.commit(1, [7]);
    const seen = (await one.store.view()).members.find(({ node }) => node === dead.self.node) as Member;
    await dead.store.beat(dead.self.node, false);
    expect(await one.store.bury(seen)).toBe(false); // it lives: its beat has changed since

    expect(await one.store.bury({ ...seen, beat: seen.beat + 1 })).toBe(true);
    expect(await two.store.bury({ ...seen, beat: seen.beat + 1 })).toBe(false);
    await expect(dead.commit(2, [7])).rejects.toMatchObject({ code: "TELEMETRY_TAKEN_OVER" });
    expect(await dead.store.beat(dead.self.node, false)).toBe(false);
    expect((await one.store.view()).orphans).toEqual([{ log: -2, owner: dead.self.node }]);
    expect(await one.log.takeShards([7])).toEqual([]); // not before its log is in blocks
    const heir = await openLog({ url, orphan: -2 });
    const second = await openLog({ url, orphan: -2 });
    expect((await second.entries(0)).map(({ position }) => position)).toEqual([1]);
    await expect(heir.retire()).rejects.toMatchObject({ code: "TELEMETRY_TAKEN_OVER" });
    await second.retire();

    expect((await two.store.view()).orphans).toEqual([]);
    expect(await one.log.takeShards([7])).toEqual([7]);
    await expect(openLog({ url, orphan: -2 })).rejects.toMatchObject({ code: "TELEMETRY_TAKEN_OVER" });
    await expect(openLog({ url, orphan: -3 })).rejects.toMatchObject({ code: "TELEMETRY_TAKEN_OVER" }); // its member lives
  });

  test("[CLU3] what a member writes of entities is fenced, too: who is buried writes nothing any more, and a burial waits for what was begun", async () => {
    await fresh();
    const [dead, one] = [await start(), await start()];
    const database = await openPostgres({ url, connections: 3, member: dead.self.node });
    onTestFinished(() => database.close());
    await admin.query("create table written (what text)");
    const write = (what: string) => sql`insert into written values (${what})`;
    const written = async () =>
      (await admin.query("select what from written order by what")).rows.map(({ what }) => what);
    const { rows: before } = await admin.query("select beat from cluster_member where node = $1", [dead.self.node]);
    await write("1 alone").execute(database.write);

    let burial: Promise<boolean> | undefined;
    let isBuried = false;
    await database.transact(async (trx) => {
      burial = one.store.bury({ ...dead.self, beat: Number(before[0]?.beat) });
      void burial.then(() => {
        isBuried = true;
      });
      await sleep(100);
      await write("2 begun before").execute(trx);
      expect(isBuried).toBe(false);
    });
    expect(await burial).toBe(true);

    await expect(write("3 alone").execute(database.write)).rejects.toMatchObject({ code: "NODE_REPLACED" });
    const later = database.transact((trx) => write("4 together").execute(trx));
    await expect(later).rejects.toMatchObject({ code: "NODE_REPLACED" });
    expect(await written()).toEqual(["1 alone", "2 begun before"]);
    expect((await sql`select 1 as one`.execute(database.read)).rows).toEqual([{ one: 1 }]);
  });

  test("[CLU4] who leaves has given everything first; who has not is inherited from", async () => {
    await fresh();
    const [one, two] = [await start(), await start()];
    await one.log.takeShards([1]);

    await one.store.leave(one.self.node);
    expect((await two.store.view()).members).toHaveLength(2);
    await one.log.giveShards([1]);
    await one.store.leave(one.self.node);

    const { members, orphans } = await two.store.view();
    expect(members.map(({ node }) => node)).toEqual([two.self.node]);
    expect(orphans).toEqual([]);
    await expect(one.commit(1, [])).rejects.toMatchObject({ code: "TELEMETRY_TAKEN_OVER" });
    expect((await start()).self.log).toBe(-2); // its number is free again
  });

  test("[CLU1, RUN8] a lone node and a cluster keep each other out, and each inherits what the other left", async () => {
    await fresh();
    const lease = (): NodeLease =>
      new NodeLease({ url, spanMs: leaseMs, silenceMs: 5_000, gate: new Gate(), onLost: () => undefined });
    const lone = lease();
    await lone.acquire();
    const alone = await openLog({ url, lease: lone });
    await alone.transaction(async (changes) => changes.append(1, frame));
    await expect((await openStore()).join({ node: "a", place: "", version: "" })).rejects.toThrow("another node");
    await lone.release();

    const member = await start();
    expect((await member.store.view()).orphans).toEqual([{ log: -1, owner: lone.owner }]);
    await expect(alone.mark("x", 1)).resolves.toBeUndefined(); // nobody has taken anything from it yet
    await (await openLog({ url, orphan: -1 })).retire();
    await expect(alone.mark("x", 1)).rejects.toMatchObject({ code: "TELEMETRY_TAKEN_OVER" });
    expect(await member.log.takeShards(all)).toEqual(all);
    const beating = setInterval(() => void member.store.beat(member.self.node, false), leaseMs / 5);
    await admin.query("update node_lease set place = 'one that is gone'"); // whoever came last is named there
    await expect(lease().acquire()).rejects.toThrow("another node, on here,");
    clearInterval(beating);
    await member.log.giveShards(all);
    await member.store.leave(member.self.node);

    const again = lease(); // at once: the last one has given the right back
    await again.acquire();
    await (await openLog({ url, lease: again })).mark("x", 2);
    await again.release();
  });

  describe("who waits for whom", () => {
    const waiting = async (): Promise<number> =>
      Number(
        (
          await rows(
            "select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
          )
        )[0]?.[0],
      );
    /** Begins one after the other while nobody gets the right to the database, each when the one before waits. */
    const allAtOnce = async (steps: readonly (() => Promise<unknown>)[]): Promise<unknown[]> => {
      const holder = new pg.Client({ connectionString: url });
      await holder.connect();
      await holder.query("begin; select 1 from node_lease where name = 'node' for update");
      const begun: Promise<unknown>[] = [];
      for (const step of steps) {
        begun.push(step().catch((error: unknown) => error));
        await expect.poll(waiting, { timeout: 10_000, interval: 20 }).toBe(begun.length);
      }
      await holder.end();
      return Promise.all(begun);
    };

    const joins = async (): Promise<Member> => (await openStore()).join({ node: "second", place: "", version: "" });
    const joined = expect.objectContaining({ node: "second" });

    test("[CLU2] a member that beats and one that joins do not stand in each other's way", async () => {
      await fresh();
      const one = await start();
      const beats = () => one.store.beat(one.self.node, false);

      expect(await allAtOnce([joins, beats])).toEqual([joined, true]);
    });

    test("[CLU1] a lone node that takes over from members and one that joins do not either", async () => {
      await fresh();
      await start();
      await admin.query("update node_lease set owner = 'mine', expires_time = 0");
      const takesOver = () => openLog({ url, lease: { owner: "mine" } });

      expect(await allAtOnce([takesOver, joins])).toEqual([expect.any(PostgresWriterStorage), joined]);
    });
  });

  test("[CLU2, CLU3] members at work beside each other: never two owners in one epoch, and in the end everybody has its share", {
    timeout: 60_000,
  }, async () => {
    await fresh();
    await openLog({ url }); // the tables
    await admin.query("update points_shard set owner = '', epoch = 0");
    const history = new Map<string, string>();
    let doubled = 0;
    const note = async (store: PostgresClusterStore): Promise<void> => {
      for (const { id, epoch, owner } of (await store.view()).shards) {
        const at = `${id} ${epoch}`;
        if ((history.get(at) ?? owner) !== owner) doubled++;
        history.set(at, owner);
      }
    };
    const nodes: Running[] = [];
    const run = async (): Promise<void> => {
      const store = await openStore();
      const running = { store, isDead: false } as Running;
      let held: readonly number[] = [];
      const host: ShardHost = {
        get held() {
          return held;
        },
        take: async (shards) => {
          const taken = await running.log.takeShards(shards);
          held = [...held, ...taken];
        },
        give: (shards) => {
          held = held.filter((id) => !shards.includes(id));
          return running.log.giveShards(shards);
        },
        inherit: async (orphan) => (await openLog({ url, orphan })).retire(),
      };
      const onLost = (): void => {
        running.isDead = true; // a machine that is too busy for its beats: as any dead one
        void run();
      };
      running.membership = new Membership({ store, host, leaseMs, onLost, onTrouble: () => undefined });
      running.self = await running.membership.join({ node: randomUUID(), place: "", version: "" });
      running.log = await openLog({ url, member: running.self });
      nodes.push(running);
      void beatAndLook(running);
    };
    const beatAndLook = async (node: Running): Promise<void> => {
      while (!node.isDead) {
        await node.membership.beat().catch(() => undefined);
        await node.membership.look().catch(() => undefined);
        await note(node.store).catch(() => undefined);
        await sleep(leaseMs / 10);
      }
    };
    onTestFinished(() => {
      for (const node of nodes) node.isDead = true;
    });
    const counts = async (): Promise<number[]> => {
      const { shards } = await (nodes[0] as Running).store.view();
      const living = nodes.filter(({ isDead }) => !isDead);
      return living.map(({ self }) => shards.filter(({ owner }) => owner === self.node).length).sort();
    };
    const poll = { timeout: 20_000, interval: 100 };

    await run();
    await expect.poll(counts, poll).toEqual([64]);
    await Promise.all([run(), run()]);
    await expect.poll(counts, poll).toEqual([21, 21, 22]);
    (nodes[1] as Running).isDead = true;
    await expect.poll(counts, poll).toEqual([32, 32]);
    await run();
    await expect.poll(counts, poll).toEqual([21, 21, 22]);

    expect(doubled).toBe(0);
    expect(history.size).toBeGreaterThan(shardCount * 2);
  });
});
