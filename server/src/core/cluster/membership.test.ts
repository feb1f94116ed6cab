import fc from "fast-check";
import { expect, test } from "vitest";
import { limitOf, sizeOf } from "../../../../test/switches.ts";
import type { ClusterStore, ShardHost } from "./cluster-store.ts";
import type { ClusterView, HeldShard, Member, OrphanedLog } from "./cluster-view.ts";
import { beatsPerLease, Membership } from "./membership.ts";
import { shardCount } from "./shard-of.ts";

const leaseMs = 4_000;
const beatMs = leaseMs / beatsPerLease;

/** The database, as far as it matters: every call is one transaction. Also notes who ever had a shard in which epoch. */
class FakeDatabase {
  members: Member[] = [];
  shards: HeldShard[] = Array.from({ length: shardCount }, (_, id) => ({ id, owner: "", epoch: 0 }));
  orphans: OrphanedLog[] = [];
  isAway = false;
  readonly history = new Map<string, string>();
  #logs = -1;

  join(node: string): Member {
    const self = { node, log: --this.#logs, beat: 1, isLeaving: false };
    this.members = [...this.members, self];
    return self;
  }

  beat(node: string, isLeaving: boolean): boolean {
    const self = this.members.find((member) => member.node === node);
    if (!self) return false;
    this.members = this.members.map((member) =>
      member === self ? { ...self, beat: self.beat + 1, isLeaving } : member,
    );
    return true;
  }

  view(): ClusterView {
    return { members: this.members, shards: this.shards, orphans: this.orphans };
  }

  bury({ node, beat, log }: Member): boolean {
    const found = this.members.find((member) => member.node === node && member.beat === beat);
    if (!found) return false;
    this.members = this.members.filter((member) => member !== found);
    this.orphans = [...this.orphans, { log, owner: node }];
    return true;
  }

  leave(node: string): void {
    expect(this.shards.filter(({ owner }) => owner === node)).toEqual([]);
    this.members = this.members.filter((member) => member.node !== node);
  }

  /** As the fence: only who is a member changes what is under its name. */
  move(by: string, shards: readonly number[], from: string, to: string): number[] {
    if (!this.members.some(({ node }) => node === by)) throw new Error("taken over");
    const moved = this.shards.filter(({ id, owner }) => shards.includes(id) && owner === from);
    for (const shard of moved) this.#give(shard, to);
    return moved.map(({ id }) => id);
  }

  #give({ id, epoch }: HeldShard, owner: string): void {
    const next = { id, owner, epoch: epoch + 1 };
    this.shards = this.shards.map((shard) => (shard.id === id ? next : shard));
    const at = `${id} ${next.epoch}`;
    expect(this.history.has(at)).toBe(false); // nobody else ever had it in this epoch
    this.history.set(at, owner);
  }

  inherit(by: string, log: number): void {
    if (!this.members.some(({ node }) => node === by)) throw new Error("taken over");
    const orphan = this.orphans.find((found) => found.log === log);
    if (!orphan) return;
    for (const shard of this.shards.filter(({ owner }) => owner === orphan.owner)) this.#give(shard, "");
    this.orphans = this.orphans.filter((found) => found !== orphan);
  }
}

/** A process that can stand still between any two questions to the database, and goes on with what it knew. */
class Process {
  readonly node: string;
  readonly membership: Membership;
  readonly held = new Set<number>();
  readonly #database: FakeDatabase;
  #resumed: PromiseWithResolvers<void> | undefined;
  /** Questions it asks before it stands still in the middle. */
  #stopsAfter = Number.POSITIVE_INFINITY;
  #dueAt = 0;
  #steps = 0;
  isDead = false;
  isLeaving = false;
  /** As one whose rules are behind: what it is to give stays on its way. */
  isSlowToGive = false;
  readonly expected: (readonly number[])[] = [];
  #isLooking = false;

  constructor(database: FakeDatabase, node: string, now: () => number) {
    this.node = node;
    this.#database = database;
    const parts = { store: this.#store(), host: this.#host(), leaseMs, monotonic: now };
    this.membership = new Membership({ ...parts, onLost: () => undefined, onTrouble: () => undefined });
  }

  get isStopped(): boolean {
    return this.#resumed !== undefined;
  }

  stop(after: number): void {
    this.#stopsAfter = after;
  }

  resume(): void {
    this.#stopsAfter = Number.POSITIVE_INFINITY;
    this.#resumed?.resolve();
    this.#resumed = undefined;
  }

  async #ask<Answer>(answer: () => Answer): Promise<Answer> {
    if (this.#stopsAfter-- <= 0) this.#resumed ??= Promise.withResolvers();
    await this.#resumed?.promise;
    if (this.isDead) await new Promise(() => undefined);
    if (this.#database.isAway) throw new Error("the database does not answer");
    return answer();
  }

  /** Now and then a step comes to nothing, half done. */
  #fails(): boolean {
    return ++this.#steps % 5 === 0;
  }

  #store(): ClusterStore {
    const database = this.#database;
    return {
      join: ({ node }) => this.#ask(() => database.join(node)),
      beat: (node, isLeaving) => this.#ask(() => database.beat(node, isLeaving)),
      view: () => this.#ask(() => database.view()),
      bury: (member) => this.#ask(() => database.bury(member)),
      leave: (node) => this.#ask(() => database.leave(node)),
    };
  }

  #host(): ShardHost {
    const [database, node, held] = [this.#database, this.node, this.held];
    return {
      get held() {
        return [...held];
      },
      take: (shards) =>
        this.#ask(() => {
          database.move(node, shards, "", node);
          for (const { id, owner } of database.shards) if (shards.includes(id) && owner === node) held.add(id);
        }),
      give: async (shards) => {
        for (const id of shards) this.held.delete(id); // takes no more for it before it is free
        if (this.isSlowToGive) await new Promise(() => undefined);
        await this.#ask(() => (this.#fails() ? undefined : database.move(node, shards, node, "")));
      },
      inherit: (log) => this.#ask(() => database.inherit(node, log)),
      expect: (logs) => void this.expected.push(logs),
    };
  }

  /** What a timer would do; a process in the middle of something does not begin it again. */
  async turn(now: number): Promise<void> {
    if (now < this.#dueAt || this.isStopped || this.isDead) return;
    this.#dueAt = now + beatMs;
    await this.membership.beat();
    if (this.#isLooking) return;
    this.#isLooking = true;
    await this.membership.look().finally(() => {
      this.#isLooking = false;
    });
    if (this.isLeaving && !this.membership.holdsAny) await this.membership.leave();
  }
}

class World {
  now = 0;
  readonly database = new FakeDatabase();
  processes: Process[] = [];
  #names = 0;

  async start(): Promise<void> {
    const process = new Process(this.database, `node-${++this.#names}`, () => this.now);
    this.processes.push(process);
    await process.membership.join({ node: process.node, place: "here", version: "1" });
  }

  any(choice: number): Process | undefined {
    const running = this.processes.filter(({ isDead }) => !isDead);
    return running[choice % Math.max(1, running.length)];
  }

  /** Time passes in small steps; everybody has its turn, and stops or goes on in the middle of it. */
  async pass(ms: number): Promise<void> {
    for (const end = this.now + ms; this.now < end; this.now += 100) {
      for (const process of this.processes) process.turn(this.now).catch(() => undefined); // tried again in the next turn
      for (let i = 0; i < 20; i++) await Promise.resolve(); // every question that can be answered is
      this.check();
    }
  }

  /** Who thinks that it may serve a shard has it: neither clocks nor standing still make two of them [CLU3]. */
  check(): void {
    const ownerOf = new Map(this.database.shards.map(({ id, owner }) => [id, owner]));
    for (const { membership, held, node, isDead } of this.processes) {
      if (isDead || !membership.isFresh) continue;
      expect(this.database.members.some((member) => member.node === node)).toBe(true);
      expect([...held].filter((id) => ownerOf.get(id) !== node)).toEqual([]);
    }
  }
}

const fault = fc.oneof(
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("start" as const) }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("pass" as const), ms: fc.integer({ min: 100, max: 9_000 }) }) },
  ...(["kill", "resume", "leave"] as const).map((kind) => ({
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant(kind), which: fc.nat(9) }),
  })),
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("stop" as const), which: fc.nat(9), after: fc.nat(6) }) },
);
type Fault = typeof fault extends fc.Arbitrary<infer Value> ? Value : never;

async function suffer(world: World, fault: Fault): Promise<void> {
  if (fault.kind === "start") return world.processes.length < 8 ? world.start() : undefined;
  if (fault.kind === "pass") return world.pass(fault.ms);
  const process = world.any(fault.which);
  if (!process) return;
  if (fault.kind === "kill") process.isDead = true;
  else if (fault.kind === "stop") process.stop(fault.after);
  else if (fault.kind === "resume") process.resume();
  else {
    process.isLeaving = true;
    void process.membership.retire();
  }
}

test("[CLU3, CLU4] whoever dies, stands still, comes back or leaves: no shard is served by two, and soon all are served evenly", {
  timeout: limitOf("HELIO_TEST_CLUSTER_RUNS", 120_000),
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fault, { maxLength: 25, size: "max" }), async (faults) => {
      const world = new World();
      await world.start();
      await world.start();
      for (const each of faults) await suffer(world, each);

      for (const process of world.processes) process.resume();
      await world.start();
      await world.pass(30_000);

      const serving = world.processes.filter(
        ({ isDead, isLeaving, membership }) => !isDead && !isLeaving && membership.isFresh,
      );
      const counts = serving.map(({ held }) => held.size);
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(shardCount);
      expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
      expect(world.database.orphans).toEqual([]);
    }),
    { numRuns: sizeOf("HELIO_TEST_CLUSTER_RUNS") },
  );
});

test("[CLU4] the shards of one that is killed are another's within 10 s, whenever it dies, and a fresh start calls nobody dead", async () => {
  for (let after = 0; after < beatMs; after += 100) {
    const world = new World();
    await world.start();
    await world.start();
    await world.pass(6_000 + after);
    const [dead, other] = world.processes;
    if (dead) dead.isDead = true;
    await world.pass(7_000);

    expect(other?.held.size).toBe(shardCount);
  }
});

test("[CLU4] one that cannot give what it is to give notices a death and takes over all the same", async () => {
  const world = new World();
  await world.start();
  await world.start();
  await world.pass(6_000);
  const [slow, dead] = world.processes;
  if (!slow || !dead) throw new Error("two were started");
  slow.isSlowToGive = true;
  await world.start(); // which is to get a third of what they have
  await world.pass(1_000);
  const onItsWay = world.database.shards.filter(({ id, owner }) => owner === slow.node && !slow.held.has(id)).length;
  dead.isDead = true;
  await world.pass(8_000);

  expect(onItsWay).toBeGreaterThan(0);
  expect(world.database.members.map(({ node }) => node)).not.toContain(dead.node);
  const served = world.processes.reduce((sum, { isDead, held }) => sum + (isDead ? 0 : held.size), 0);
  expect(served).toBe(shardCount - onItsWay);
});

test("[CLU4] who would inherit from one that falls silent is told before it is dead, and told again when that one is back", async () => {
  const world = new World();
  await world.start();
  await world.start();
  await world.pass(6_000);
  const [one, other] = world.processes;
  const log = world.database.members.find(({ node }) => node === other?.node)?.log;
  const expected = one?.expected ?? [];
  const before = expected.length;
  other?.stop(0);
  await world.pass(3_000);
  const meanwhile = expected.slice(before).filter((logs) => logs.length > 0);
  other?.resume();
  await world.pass(2_000);

  expect(expected.slice(0, before).flat()).toEqual([]);
  expect(meanwhile[0]).toEqual([log]);
  expect(expected.at(-1)).toEqual([]);
  expect(world.database.members).toHaveLength(2);
});

test("[CLU4] a database that was away for long leaves nobody called dead: whoever finds it first waits until the others had time to find it, too", async () => {
  for (const awayMs of [2_000, 3_000, 4_000, 5_000, 20_000]) {
    const world = new World();
    for (let count = 0; count < 3; count++) await world.start();
    await world.pass(6_000);
    const before = world.database.shards;

    world.database.isAway = true;
    await world.pass(awayMs);
    world.database.isAway = false;
    const [, ...late] = world.processes;
    for (const process of late) process.stop(0);
    await world.pass(2 * beatMs);
    for (const process of late) process.resume();
    await world.pass(10_000);

    expect(world.processes.map(({ membership }) => membership.isFresh)).toEqual([true, true, true]);
    expect(world.database.shards).toEqual(before);
  }
});

test("[CLU4] one that leaves gives all it has first, and nobody waits for its lease", async () => {
  const world = new World();
  await world.start();
  await world.start();
  await world.pass(6_000);
  const [leaving, other] = world.processes;
  if (leaving) leaving.isLeaving = true;
  await leaving?.membership.retire();
  await world.pass(3 * beatMs);

  expect(other?.held.size).toBe(shardCount);
  expect(world.database.members.map(({ node }) => node)).toEqual([other?.node]);
});
