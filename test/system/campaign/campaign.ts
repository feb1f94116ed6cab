import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import { type NodeProcess, spawnNode } from "../../support/node-process.ts";
import type { PostgresServer } from "../../support/postgres-server.ts";
import { isLongRun, sizeOf } from "../../switches.ts";
import { untilTold } from "./alive.ts";
import { lookAround } from "./boundaries.ts";
import { Chance } from "./chance.ts";
import { Hardships } from "./hardships.ts";
import { Outages } from "./outages.ts";
import { partiesOf } from "./parties.ts";
import type { Finding, Life, Party } from "./party.ts";
import { logIn, makeTenant, type Tenant } from "./tenants.ts";

const tenantNames = ["north", "south"];
/** A short campaign meets every hardship, each for a third of the time. */
const longestLifeMs = isLongRun() ? 1_500 : 500;
/** In a short one what counts is that each is in the middle of something, not how much there is to compare. */
const terms = { pace: isLongRun() ? 1 : 3, mayBeLate: false };
const longestStartMs = 1_500;
/** Of a start on PostgreSQL, where the lease of the node that was killed has to run out first. */
const longestWaitMs = 5_000;
const startAttempts = 3;
const patienceMs = 60_000;
/** A long campaign says how it goes. */
const killsPerReport = 20;
/** The end of a long campaign is far away. */
const findingsToldAtOnce = 20;

/** Where a campaign takes place. */
interface Ground {
  readonly folder: string;
  /** Without a small disk of its own, none is filled. */
  readonly hasSmallDisk: boolean;
  /** The entities are in it instead of the data folder. */
  readonly postgres: PostgresServer | undefined;
}

interface Side {
  readonly tenant: Tenant;
  readonly parties: readonly Party[];
}

/** Counts of what the campaign met, beside its findings. */
interface Tally {
  kills: number;
  killedInStart: number;
  fullDisks: number;
  startsOnFullDisks: number;
  refusedStarts: number;
  clockSteps: number;
}

/** Kills a node again and again while parties of two tenants use it, and compares all ledgers after each start. */
export class Campaign {
  readonly findings: string[] = [];
  readonly tally: Tally = {
    kills: 0,
    killedInStart: 0,
    fullDisks: 0,
    startsOnFullDisks: 0,
    refusedStarts: 0,
    clockSteps: 0,
  };
  readonly #env: Record<string, string>;
  readonly #hardships: Hardships;
  readonly #outages: Outages;
  readonly #chance: Chance;
  readonly #sides: readonly Side[];

  private constructor(
    env: Record<string, string>,
    hardships: Hardships,
    outages: Outages,
    seed: number,
    tenants: readonly Tenant[],
  ) {
    this.#env = env;
    this.#hardships = hardships;
    this.#outages = outages;
    this.#chance = new Chance(seed, "campaign");
    this.#sides = tenants.map((tenant) => ({ tenant, parties: partiesOf(tenant.name, seed, terms) }));
  }

  static async on({ folder, hasSmallDisk, postgres }: Ground, seed: number): Promise<Campaign> {
    const hardships = new Hardships(folder, hasSmallDisk);
    const outages = new Outages(postgres);
    const data = { HELIO_DATA_DIR: `${folder}/data`, HELIO_DISK_RESERVE: "4000000", ...outages.env };
    const tenants: Tenant[] = [];
    for (const name of tenantNames) tenants.push(await makeTenant(name, data));
    const settings = {
      HELIO_LOG_LEVEL: "silent",
      HELIO_ACCESS_TOKEN_LIFETIME: "1d", // longer than the clock is ever wrong
      HELIO_MQTT_THREADS: String(sizeOf("HELIO_TEST_MQTT_THREADS")),
    };
    return new Campaign({ ...data, ...settings, ...hardships.env }, hardships, outages, seed, tenants);
  }

  /** What happened to the database, how often. */
  get outages(): Readonly<Record<string, number>> {
    return this.#outages.count;
  }

  get parties(): readonly Party[] {
    return this.#sides.flatMap(({ parties }) => parties);
  }

  async run(kills: number, tell: () => void): Promise<void> {
    while (this.tally.kills < kills) {
      await this.#life();
      if (this.tally.kills % killsPerReport === 0) tell();
    }
    await using node = await this.#start();
    await this.#compare(await this.#enter(node));
  }

  async #life(): Promise<void> {
    if (this.tally.kills > 1 && this.#chance.happens(0.15)) return this.#killInStart();
    await using node = await this.#start();
    const lives = await this.#enter(node);
    if (this.tally.kills === 0) await this.#each(lives, (party, life) => party.begin(life));
    else await this.#compare(lives);
    const before = new Map(this.parties.map((party) => [party, party.acknowledged]));
    const working = this.#each(lives, (party, life) => party.work(life));
    const isUnderWay = () => this.parties.every((party) => party.acknowledged > (before.get(party) ?? 0));
    const underWay = expect.poll(isUnderWay, { timeout: patienceMs }).toBe(true); // however busy the machine is
    await Promise.race([underWay, working]);
    await this.#trouble();
    for (const life of lives.values()) life.isOver = true;
    this.tally.kills++;
    await node.kill();
    await working;
  }

  async #killInStart(): Promise<void> {
    const node = await spawnNode({ env: this.#env });
    await sleep(this.#chance.below(this.#outages.arePossible ? longestWaitMs : longestStartMs));
    await node.kill();
    this.tally.kills++;
    this.tally.killedInStart++;
  }

  /** The first life has every hardship of the node, so that a short campaign meets all of them; the second one its database's. */
  async #trouble(): Promise<void> {
    const { kills } = this.tally;
    const [isFull, isStepped, isOut] = [0.35, 0.35, 0.5].map((probability) => this.#chance.happens(probability));
    if (kills === 0 || (kills > 1 && isStepped)) await this.#stepClock();
    if (kills === 0 || (kills > 1 && isFull)) await this.#fillDisk();
    if (kills === 1 || (kills > 1 && isOut)) await this.#outages.strike(this.#chance);
    await sleep(this.#chance.below(longestLifeMs));
  }

  async #stepClock(): Promise<void> {
    this.tally.clockSteps++;
    this.#hardships.stepClock(this.#chance);
    await sleep(this.#chance.below(longestLifeMs));
    if (this.#chance.happens(0.5)) this.#hardships.setClock(0);
  }

  async #fillDisk(): Promise<void> {
    this.tally.fullDisks++;
    this.#hardships.fillDisk();
    await sleep(this.#chance.below(longestLifeMs));
    if (this.#chance.happens(0.6)) this.#hardships.freeDisk();
  }

  /** A disk that is still full, or a database that falls silent, may prevent it; neither may for long. */
  async #start(): Promise<NodeProcess> {
    for (let attempt = 1; ; attempt++) {
      const node = await spawnNode({ env: this.#env });
      const back = this.#outages.endSoon(this.#chance);
      const started = await node.ready().catch((error: unknown) => error);
      await back;
      if (started === node) {
        if (this.#hardships.isFull) this.tally.startsOnFullDisks++;
        return node;
      }
      const mayRefuse = this.#hardships.isFull || this.#outages.explain(node.stderr);
      if (!mayRefuse || attempt === startAttempts) throw started;
      this.tally.refusedStarts++;
      if (/^\s+at /m.test(node.stderr)) this.findings.push(`untrue: a refused start printed a stack: ${node.stderr}`);
      this.#hardships.freeDisk();
    }
  }

  /** People log in, be the disk full or not; then there is space again. */
  async #enter(node: NodeProcess): Promise<Map<Side, Life & { isOver: boolean }>> {
    const lives = new Map<Side, Life & { isOver: boolean }>();
    for (const side of this.#sides) {
      const { port, mqttPort } = node;
      const person = await this.#patiently(() => logIn(node, side.tenant));
      lives.set(side, { port, mqttPort, ...person, isOver: false });
    }
    this.#hardships.freeDisk();
    return lives;
  }

  async #compare(lives: ReadonlyMap<Side, Life>): Promise<void> {
    await this.#each(lives, async (party, life) =>
      this.#note(party.name, await this.#patiently(() => party.compare(life))),
    );
    for (const [side, life] of lives) {
      const strangers = this.#sides.filter((other) => other !== side).flatMap(({ parties }) => parties);
      const now = this.#hardships.isClockRight ? Date.now() : Number.POSITIVE_INFINITY;
      this.#note(side.tenant.name, await this.#patiently(() => lookAround(life, side.tenant.name, strangers, now)));
    }
  }

  /** A node whose disk was full a moment ago, or whose PostgreSQL waits for a busy machine, answers "not now". */
  #patiently<Told>(ask: () => Promise<Told>): Promise<Told> {
    return untilTold(patienceMs, ask);
  }

  #note(name: string, findings: readonly Finding[]): void {
    for (const { kind, what } of findings) {
      const finding = `after ${this.tally.kills} kills, ${name}: ${kind} ${what}`;
      if (this.findings.push(finding) <= findingsToldAtOnce) process.stderr.write(`campaign: ${finding}\n`);
    }
  }

  async #each<One extends Life>(
    lives: ReadonlyMap<Side, One>,
    act: (party: Party, life: One) => Promise<void>,
  ): Promise<void> {
    await Promise.all([...lives].flatMap(([{ parties }, life]) => parties.map((party) => act(party, life))));
  }
}
