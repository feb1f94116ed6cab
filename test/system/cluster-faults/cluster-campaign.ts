import { setTimeout as sleep } from "node:timers/promises";
import { RestClient } from "../../support/rest-client.ts";
import { untilTold } from "../campaign/alive.ts";
import { lookAround } from "../campaign/boundaries.ts";
import { Chance } from "../campaign/chance.ts";
import { makeDevice } from "../campaign/device.ts";
import { partiesOf } from "../campaign/parties.ts";
import type { Finding, Life, Party } from "../campaign/party.ts";
import { logIn, makeTenant, type Tenant } from "../campaign/tenants.ts";
import { Distributions, quantiles } from "./distribution.ts";
import { faultsOf } from "./faults.ts";
import type { Ground } from "./ground.ts";
import type { FaultyNode } from "./node.ts";
import { Probe } from "./probe.ts";
import { Reader } from "./readers.ts";
import { Revocations } from "./revocations.ts";

const tenantNames = ["north", "south"];
const faultsPerRound = 5;
const probeCount = 6;
const longestPauseMs = 3_000;
const lookAgainMs = 100;
const findingsToldAtOnce = 50;
const patienceMs = 120_000;
/** Three nodes, two databases and all parties share a few cores. */
const terms = { pace: 8, mayBeLate: true };

type Working = Life & { isOver: boolean };

interface Side {
  readonly tenant: Tenant;
  readonly parties: readonly Party[];
}

/** Uses a cluster in every way while its parts fail one after the other, and compares all ledgers at every node. */
export class ClusterCampaign {
  readonly findings: string[] = [];
  readonly withoutService = new Distributions();
  readonly #known = new Set<string>();
  readonly #ground: Ground;
  readonly #chance: Chance;
  readonly #seed: number;
  readonly #sides: readonly Side[];
  #probes: readonly Probe[] = [];
  #readers: readonly Reader[] = [];
  #revocations: Revocations | undefined;
  #endings = 0;

  private constructor(ground: Ground, seed: number, tenants: readonly Tenant[]) {
    [this.#ground, this.#seed, this.#chance] = [ground, seed, new Chance(seed, "cluster")];
    this.#sides = tenants.map((tenant) => ({ tenant, parties: partiesOf(tenant.name, seed, terms) }));
  }

  static async on(ground: Ground, seed: number): Promise<ClusterCampaign> {
    const tenants: Tenant[] = [];
    for (const name of tenantNames) tenants.push(await makeTenant(name, ground.nodes[0]?.env ?? {}));
    return new ClusterCampaign(ground, seed, tenants);
  }

  get parties(): readonly Party[] {
    return this.#sides.flatMap(({ parties }) => parties);
  }

  async run(faults: number): Promise<void> {
    for (const node of this.#ground.nodes) node.start();
    await this.#allReady();
    await this.#begin();
    const coming = faultsOf(this.#ground, this.#chance);
    while (this.withoutService.count < faults) {
      await this.#round(coming, Math.min(faultsPerRound, faults - this.withoutService.count));
      await this.#compare();
      this.#tell();
    }
  }

  async #begin(): Promise<void> {
    for (const side of this.#sides) {
      const life = await this.#enter(side);
      for (const party of side.parties) await untilTold(patienceMs, () => party.begin(life));
    }
    const [side] = this.#sides;
    if (!side) return;
    const life = await this.#enter(side);
    const device = (name: string) => makeDevice(life, `${side.tenant.name}/${name}`);
    const probes: Probe[] = [];
    for (let i = 0; i < probeCount; i++) probes.push(new Probe(await device(`probe ${i}`)));
    this.#probes = probes;
    const { nodes } = this.#ground;
    this.#readers = nodes.map((node) => new Reader(node, probes, new Chance(this.#seed, `reader ${node.name}`)));
    this.#revocations = new Revocations(await device("revoked"), nodes, new Chance(this.#seed, "revocations"));
  }

  /** People and devices meet the balancer, or one node when it is to be compared. */
  async #enter({ tenant }: Side, node?: FaultyNode): Promise<Working> {
    const { port, mqttPort } = node ?? this.#ground;
    const person = await untilTold(patienceMs, () => logIn({ rest: new RestClient(port) }, tenant));
    return { port, mqttPort, ...person, isOver: false };
  }

  async #round(coming: Iterator<{ name: string; strike: () => Promise<void> }>, faults: number): Promise<void> {
    const lives: Working[] = [];
    const working: Promise<void>[] = [];
    for (const side of this.#sides) {
      const life = await this.#enter(side);
      lives.push(life);
      for (const party of side.parties) working.push(this.#whileOn(life, party.name, () => party.work(life)));
      if (side === this.#sides[0]) working.push(...(await this.#watch(side, life)));
    }
    const before = new Map(this.parties.map((party) => [party, party.acknowledged]));
    for (let count = 0; count < faults; count++) {
      await sleep(this.#chance.below(longestPauseMs));
      const { value } = coming.next();
      if (value) await this.#fault(value.name, value.strike);
    }
    await this.#allGetOn(before);
    for (const life of lives) life.isOver = true;
    for (const node of this.#ground.nodes) for (const link of node.links.clients) link.endAll();
    await bounded("the end of everybody's work", Promise.all(working));
  }

  /** Whoever uses the cluster is served again by itself: a connection that nobody ends and nobody answers is a finding. */
  async #allGetOn(before: ReadonlyMap<Party, number>): Promise<void> {
    const waiting = () => this.parties.filter((party) => party.acknowledged <= (before.get(party) ?? 0));
    for (const end = performance.now() + patienceMs / 4; performance.now() < end; await sleep(lookAgainMs))
      if (waiting().length === 0) return;
    for (const { name } of waiting())
      this.#note(name, [{ kind: "untrue", what: "nothing was acknowledged all the time" }]);
  }

  async #watch(side: Side, life: Working): Promise<Promise<void>[]> {
    const { token } = await logIn({ rest: new RestClient(life.port) }, side.tenant);
    return [
      ...this.#probes.map((probe, i) => this.#whileOn(life, `probe ${i}`, () => probe.work(life))),
      ...this.#readers.map((reader) => this.#whileOn(life, "reader", () => reader.work(life, token))),
      this.#whileOn(life, "revocations", async () => this.#revocations?.work(life)),
    ];
  }

  /** Whoever meets what nobody expected says so and goes on. */
  async #whileOn(life: Working, name: string, work: () => Promise<void>): Promise<void> {
    while (!life.isOver) {
      await work().catch(async (error: unknown) => {
        this.#note(name, [{ kind: "untrue", what: String(error) }]);
        await sleep(longestPauseMs);
      });
    }
  }

  async #fault(name: string, strike: () => Promise<void>): Promise<void> {
    const start = performance.now();
    await bounded(name, strike());
    const healed = performance.now();
    await this.#allReady();
    await until("every device served again", async () =>
      this.#probes.every(({ servedAt }) => (servedAt.at(-1) ?? 0) > healed),
    );
    const gap = Math.max(...this.#probes.map((probe) => probe.longestGapSince(start)));
    this.withoutService.add(name, gap);
    const endings = this.#ground.takeEndings();
    this.#endings += endings.length;
    const said = endings.map((ending) => `\n    ${ending.replaceAll("\n", "\n    ")}`).join("");
    process.stderr.write(
      `cluster ${this.#seed}: ${this.withoutService.count}. ${name}: ${Math.round(gap)} ms without service, well after ${Math.round(performance.now() - start)} ms${said}\n`,
    );
  }

  #allReady(): Promise<void> {
    return until("all nodes ready", async () => {
      for (const node of this.#ground.nodes) if (!(await node.isReady())) return false;
      return true;
    });
  }

  async #compare(): Promise<void> {
    for (const node of this.#ground.nodes) {
      for (const side of this.#sides) await this.#compareAt(node, side, await this.#enter(side, node));
    }
    for (const reader of this.#readers) this.#note("reader", reader.findings.splice(0));
    this.#note("revocations", this.#revocations?.findings.splice(0) ?? []);
  }

  async #compareAt(node: FaultyNode, side: Side, life: Life): Promise<void> {
    const told = (ask: () => Promise<readonly Finding[]>) => untilTold(patienceMs, ask);
    for (const party of side.parties)
      this.#note(`${party.name} at ${node.name}`, await told(() => party.compare(life)));
    const strangers = this.#sides.filter((other) => other !== side).flatMap(({ parties }) => parties);
    this.#note(
      `${side.tenant.name} at ${node.name}`,
      await told(() => lookAround(life, side.tenant.name, strangers, Date.now())),
    );
    if (side !== this.#sides[0]) return;
    for (const [i, probe] of this.#probes.entries())
      this.#note(`probe ${i} at ${node.name}`, await told(() => probe.compare(life)));
  }

  #note(name: string, findings: readonly Finding[]): void {
    for (const { kind, what } of findings) {
      const known = this.#known.size;
      if (this.#known.add(`${name.split(" at ")[0]} ${kind} ${what}`).size === known) continue; // seen at every node, after every round
      const finding = `after ${this.withoutService.count} faults, ${name}: ${kind} ${what}`;
      if (this.findings.push(finding) <= findingsToldAtOnce)
        process.stderr.write(`cluster ${this.#seed}: ${finding}\n`);
    }
  }

  #tell(): void {
    const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);
    const counts = this.parties.map(({ name, acknowledged }) => `${name} ${acknowledged}`);
    const probed = sum(this.#probes.map(({ acknowledged }) => acknowledged.size));
    const read = sum(this.#readers.map(({ answers }) => answers));
    const lines = [
      `${this.withoutService.count} faults, ${this.findings.length} findings, ${this.#endings} nodes ended by themselves`,
      `acknowledged: probes ${probed}, ${counts.join(", ")}; read ${read}`,
      `replaced tokens closed after: ${quantiles(this.#revocations?.closedAfterMs ?? [])} (${this.#revocations?.closedAfterMs.length})`,
      ...this.withoutService.lines().map((line) => `without service, ${line}`),
    ];
    process.stderr.write(lines.map((line) => `cluster ${this.#seed}: ${line}\n`).join(""));
  }
}

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  for (const end = performance.now() + patienceMs; !(await isSo()); await sleep(lookAgainMs))
    if (performance.now() > end) throw new Error(`not in time: ${what}`);
}

/** Nothing may keep a campaign for ever. */
async function bounded<Result>(what: string, work: Promise<Result>): Promise<Result> {
  const over = new AbortController();
  const late = sleep(2 * patienceMs, undefined, { signal: over.signal }).then(() => {
    throw new Error(`not in time: ${what}`);
  });
  late.catch(() => undefined);
  return Promise.race([work, late]).finally(() => over.abort());
}
