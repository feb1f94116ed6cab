import { rm } from "node:fs/promises";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PostgresClusterStore } from "../../server/src/adapters/sql/postgres/cluster-store.ts";
import { inheritLog, openTelemetryBlocks } from "../../server/src/adapters/telemetry-blocks/index.ts";
import { type ClusterView, shardCount, shardOf } from "../../server/src/core/cluster/index.ts";
import type { LoggedCommit, PointBatch, Receipt, TelemetryStore } from "../../server/src/core/telemetry/index.ts";
import type { DeviceId, MqttSessionId } from "../../server/src/kernel/ids.ts";
import { epochMs } from "../../server/src/kernel/time.ts";
import { scratchFolder } from "../scratch-folder.ts";
import { hasPostgres } from "../support/postgres-database.ts";
import { freshPostgresPlace } from "../support/postgres-place.ts";
import { sizeOf } from "../switches.ts";
import { testAnySequence } from "./telemetry/any-sequence.ts";
import type { TelemetrySubject } from "./telemetry/commands.ts";
import { scanned } from "./telemetry/scanned.ts";

type Points = Awaited<ReturnType<typeof openTelemetryBlocks>>;
type Taking = Pick<Points, "held" | "take" | "give">;

const all = Array.from({ length: shardCount }, (_, id) => id);
const everything = { from: epochMs(-8.64e15), to: epochMs(8.64e15) };
const arena = { points: 120, textBytes: 1_000_000, series: 20_000 };

/** Members without a pulse: who has what is decided by the test. */
class Members {
  readonly #url: string;
  readonly #folder = scratchFolder("cluster");
  readonly #store: PostgresClusterStore;
  #started = 0;

  static async begin(): Promise<Members> {
    return new Members(await freshPostgresPlace());
  }

  private constructor(url: string) {
    this.#url = url;
    this.#store = new PostgresClusterStore({ url, leaseMs: 60_000, silenceMs: 10_000 });
  }

  /** As rules note how far they are. */
  async note(log: number, follower: "rules", position: number): Promise<void> {
    await this.#ask("insert into points_position values ($1, $2, $3)", [log, follower, position]);
  }

  /** As they remove what they have looked at. */
  async see(unseen: readonly number[]): Promise<void> {
    await this.#ask("delete from points_unseen where id = any ($1)", [unseen]);
  }

  async #ask(text: string, values: unknown[]): Promise<void> {
    const client = new pg.Client({ connectionString: this.#url });
    await client.connect();
    try {
      await client.query(text, values);
    } finally {
      await client.end();
    }
  }

  view(): Promise<ClusterView> {
    return this.#store.view();
  }

  async start() {
    const node = `node-${++this.#started}`;
    const member = await this.#store.join({ node, place: "", version: "" });
    const postgres = { url: this.#url, member };
    const points = await openTelemetryBlocks({ folder: this.#folder, readers: 1, arena, postgres });
    await this.inherit(); // what a lone node left
    const seen = async () => (await this.#store.view()).members.find((found) => found.node === node) ?? member;
    return {
      points,
      member,
      /** Nothing is given: what it had is inherited by whoever calls it dead. */
      die: async () => {
        await this.#store.bury(await seen());
        await this.inherit();
        await points.close();
      },
      leave: async () => {
        await points.give(points.held);
        await points.close();
        await this.#store.leave(node);
      },
    };
  }

  async inherit(): Promise<void> {
    for (const { log } of (await this.#store.view()).orphans) await inheritLog({ url: this.#url, orphan: log }, arena);
  }

  async alone(): Promise<Points> {
    return openTelemetryBlocks({ folder: this.#folder, readers: 1, arena, postgres: { url: this.#url } });
  }

  async end(): Promise<void> {
    await this.#store.close();
    await rm(this.#folder, { recursive: true });
  }
}

const batch = (from: number, count: number, value: number): PointBatch =>
  Array.from({ length: count }, (_, i) => ({ key: "k", ts: epochMs(from + i), value: value + i }));
const valuesOf = async (store: TelemetryStore, device: DeviceId): Promise<unknown[]> =>
  (await scanned(store, device, "k", everything, "ASC")).map(({ value }) => value);

describe.skipIf(!hasPostgres())("points of several members", () => {
  let members: Members;
  beforeAll(async () => {
    members = await Members.begin();
    await (await members.alone()).close(); // an installation that was a lone node's
  });
  afterAll(() => members.end());

  describe("one after the other", () => {
    test("[CLU2, CLU3] a shard moves with all of its points; who has it not refuses, and what was overwritten stays so", async () => {
      const [one, two] = [await members.start(), await members.start()];
      const device = "moving" as DeviceId;
      const shard = shardOf(device);
      await one.points.take(all);
      for (const from of [0, 100, 200]) await one.points.append(device, batch(from, 100, from)); // in blocks and in memory
      await expect(two.points.append(device, batch(0, 1, 0))).rejects.toMatchObject({ code: "TELEMETRY_NOT_HERE" });
      await expect(two.points.latest(device, "all")).rejects.toMatchObject({ code: "TELEMETRY_NOT_HERE" });

      await one.points.give([shard]);
      await two.points.take([shard]);
      await expect(one.points.append(device, batch(0, 1, 0))).rejects.toMatchObject({ code: "TELEMETRY_NOT_HERE" });
      await expect(valuesOf(one.points, device)).rejects.toMatchObject({ code: "TELEMETRY_NOT_HERE" });
      expect(await valuesOf(two.points, device)).toEqual(batch(0, 300, 0).map(({ value }) => value));
      await two.points.append(device, batch(290, 20, 1_000));
      await two.points.give([shard]);
      await one.points.take([shard]); // again: what it remembers of the series is old
      await one.points.append(device, batch(305, 10, 2_000));
      await one.points.flush();
      const expected = [...batch(0, 290, 0), ...batch(290, 15, 1_000), ...batch(305, 10, 2_000)].map(
        (point) => point.value,
      );
      expect(await valuesOf(one.points, device)).toEqual(expected);
      await one.points.append("staying" as DeviceId, batch(0, 10, 0));
      await one.die();
      await two.points.take(all);

      expect(await valuesOf(two.points, "staying" as DeviceId)).toHaveLength(10);
      expect(await valuesOf(two.points, device)).toEqual(expected);
      await two.leave();
    });

    test("[CLU2] two members give numbers to new series that never meet", async () => {
      const [one, two] = [await members.start(), await members.start()];
      await one.points.take(all.slice(0, 32));
      await two.points.take(all.slice(32));
      const devices = Array.from({ length: 200 }, (_, i) => `numbered ${i}` as DeviceId);
      const owner = (device: DeviceId): Points => (shardOf(device) < 32 ? one.points : two.points);

      await Promise.all(devices.map((device, i) => owner(device).append(device, batch(i, 1, i))));
      await one.points.give(one.points.held);
      await two.points.take(all);
      await Promise.all(devices.map((device, i) => two.points.append(device, batch(i + 1, 1, i))));

      for (const [i, device] of devices.entries()) expect(await valuesOf(two.points, device)).toEqual([i, i]);
      await one.leave();
      await two.leave();
    });

    test("[RUL3, RUL7, MQ7, CLU4] what whoever followed the log of a dead member had not passed is told to who has its shards next, until that one has; receipts are noted first", async () => {
      const device = "followed" as DeviceId;
      const [told, receipts]: [LoggedCommit[], Readonly<Receipt>[]] = [[], []];
      const follower = { committed: (commit: LoggedCommit) => void told.push(commit) };
      const valuesFor = (by: string) =>
        told.filter((one) => one.unseen?.by === by).map(({ batches }) => batches[0]?.points[0]?.value);
      const takeAll = async (by: Points): Promise<void> => {
        await by.follow(follower, undefined);
        await by.take(all, async (found) => void receipts.push(...found));
      };
      const one = await members.start();
      await takeAll(one.points);
      for (const value of [1, 2, 3, 4]) {
        const receipt = { session: "a session" as MqttSessionId, packetId: value, position: 0 };
        await one.points.append(device, [{ key: "k", ts: epochMs(7), value }], { receipt });
      }
      await one.points.append("of another shard" as DeviceId, [{ key: "k", ts: epochMs(7), value: 5 }]);
      await members.note(one.member.log, "rules", told[1]?.position ?? 0);
      const epoch = (await members.view()).shards[shardOf(device)]?.epoch ?? 0;
      const arrivals = told.map(({ arrival }) => arrival);

      for (const dying of [one, await members.start()]) {
        if (dying !== one) await takeAll(dying.points);
        told.length = 0;
        await dying.die();
      }
      const last = await members.start();
      await takeAll(last.points);
      await last.points.append(device, [{ key: "k", ts: epochMs(8), value: 6 }]);

      expect(valuesFor("rules")).toEqual([3, 4, 5]);
      expect(valuesFor("calculations")).toEqual([1, 2, 3, 4, 5]);
      expect(told.filter(({ unseen }) => unseen?.by === "rules").map(({ arrival }) => arrival)).toEqual(
        arrivals.slice(2),
      );
      expect(told.at(-1)).toMatchObject({ batches: [{ points: [{ value: 6 }] }] });
      expect(told.map(({ position }) => position)).toEqual(
        told.map(({ position }) => position).toSorted((a, b) => a - b),
      );
      expect(receipts.map(({ packetId, position }) => [packetId, Math.floor(position / 2 ** 36)])).toEqual(
        [1, 2, 3, 4].map((packetId) => [packetId, epoch]), // once: they were removed when they were noted
      );
      await members.see(told.flatMap(({ unseen }) => unseen?.id ?? []));
      told.length = 0;
      await last.points.give(all);
      await last.points.take(all);
      expect(told).toEqual([]);
      await last.leave();
    });

    test("[CLU1] a node that is alone again has what members left, also those that died", async () => {
      const [one, two] = [await members.start(), await members.start()];
      const device = "left behind" as DeviceId;
      await one.points.take([shardOf(device)]);
      await one.points.append(device, batch(0, 5, 0));

      const alone = await members.alone();

      expect(await valuesOf(alone, device)).toEqual([0, 1, 2, 3, 4]);
      await expect(one.points.append(device, batch(9, 1, 0))).rejects.toMatchObject({ code: "TELEMETRY_TAKEN_OVER" });
      await one.points.close();
      await two.points.close();
      await alone.close();
    });
  });

  describe.skipIf(sizeOf("HELIO_TEST_CLUSTER_MODEL_RUNS") === 0)("as a model says", () => {
    let subject: TelemetrySubject;
    beforeAll(async () => {
      subject = await movingSubject(await Members.begin());
    });
    afterAll(() => subject.close());
    testAnySequence(() => subject, "HELIO_TEST_CLUSTER_MODEL_RUNS");
  });
});

/** Two members: a flush moves all shards, a restart is the death of one, whose shards the other one has then. */
async function movingSubject(members: Members): Promise<TelemetrySubject> {
  let [here, there] = [await members.start(), await members.start()];
  await here.points.take(all);
  const of = (device: DeviceId): Points => (here.points.held.includes(shardOf(device)) ? here.points : there.points);
  const move = async (from: Taking, to: Taking, shards: readonly number[]): Promise<void> => {
    await from.give(shards);
    await to.take(shards);
  };
  return {
    store: {
      append: (device, points) => of(device).append(device, points),
      latest: (device, keys) => of(device).latest(device, keys),
      aggregate: (device, key, edges, by) => of(device).aggregate(device, key, edges, by),
      keys: (device) => of(device).keys(device),
      scan: (device, key, range, ...how) => of(device).scan(device, key, range, ...how),
      delete: (device, keys, range) => of(device).delete(device, keys, range),
      forget: (device) => of(device).forget(device),
      applyRetention: async (devices, before) => {
        const asked = await Array.fromAsync(devices);
        for (const { points } of [here, there]) await points.applyRetention(asked, before);
      },
    },
    flush: async () => {
      await move(here.points, there.points, here.points.held);
      [here, there] = [there, here];
    },
    restart: async () => {
      await here.die();
      await there.points.take(all);
      [here, there] = [there, await members.start()];
    },
    close: async () => {
      await here.leave();
      await there.leave();
      await members.end();
    },
  };
}
