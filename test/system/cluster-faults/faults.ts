import { setTimeout as sleep } from "node:timers/promises";
import type { LinkState } from "../../support/faulty-link.ts";
import type { Chance } from "../campaign/chance.ts";
import type { Ground } from "./ground.ts";
import type { Links } from "./node.ts";

const pausedMs = 20_000;
const shortestMs = 1_000;
const longestMs = 8_000;
const stepsMs = [7_200_000, -7_200_000, 90_000, -90_000];

/** What goes wrong, until it is well again; the nodes may need longer. */
interface Fault {
  readonly name: string;
  readonly strike: () => Promise<void>;
}

type Kind = (ground: Ground, chance: Chance) => Fault;

const oneOf = <Item>(chance: Chance, items: readonly Item[]): Item => {
  const item = chance.of(items);
  if (item === undefined) throw new Error("there is none");
  return item;
};

const whileFor = (chance: Chance): number => shortestMs + chance.below(longestMs - shortestMs);

const nodeKilled: Kind = ({ nodes }, chance) => {
  const [node, ms] = [oneOf(chance, nodes), whileFor(chance)];
  return {
    name: "node killed",
    strike: async () => {
      await node.kill();
      await sleep(ms);
      node.start();
    },
  };
};

const nodePaused: Kind = ({ nodes }, chance) => {
  const node = oneOf(chance, nodes);
  return {
    name: "node stands still for 20 s",
    strike: async () => {
      node.pause();
      await sleep(pausedMs);
      node.resume();
    },
  };
};

const nodeReplaced: Kind = ({ nodes }, chance) => {
  const node = oneOf(chance, nodes);
  return {
    name: "node stopped and started",
    strike: async () => {
      await node.stop();
      node.start();
    },
  };
};

/** Patroni is there and sees it. */
const primaryKilled: Kind = ({ database }) => ({
  name: "primary killed",
  strike: async () => {
    await database.whole();
    const primary = await database.primary();
    primary?.killPostgres();
    if (primary) await database.replaced(primary);
  },
});

/** Patroni is gone with it: the other one waits until its right to be the primary has run out. */
const machineKilled: Kind = ({ database }, chance) => {
  const ms = whileFor(chance);
  return {
    name: "machine of the primary killed",
    strike: async () => {
      await database.whole();
      const primary = await database.primary();
      await primary?.kill();
      await sleep(ms);
      primary?.startAgain();
      if (primary) await database.replaced(primary);
    },
  };
};

const natsKilled: Kind = ({ nats }, chance) => {
  const [server, ms] = [oneOf(chance, nats), whileFor(chance)];
  return {
    name: "NATS server killed",
    strike: async () => {
      await server.kill();
      await sleep(ms);
      await server.startAgain();
    },
  };
};

const cableWords: Readonly<Record<keyof Links, string>> = { database: "PostgreSQL", nats: "NATS", clients: "clients" };

const cableFaulty =
  (which: keyof Links): Kind =>
  ({ nodes }, chance) => {
    const [node, state, ms] = [oneOf(chance, nodes), oneOf(chance, cableStates), whileFor(chance)];
    return {
      name: `line of a node to ${cableWords[which]} ${state}`,
      strike: async () => {
        for (const link of node.links[which]) link.become(state);
        await sleep(ms);
        for (const link of node.links[which]) link.become("well");
      },
    };
  };

const cableStates: readonly Exclude<LinkState, "well">[] = ["cut", "silent", "slow"];

const clockStepped: Kind = ({ nodes }, chance) => {
  const [node, byMs, ms] = [oneOf(chance, nodes), oneOf(chance, stepsMs), whileFor(chance)];
  return {
    name: "clock of a node set",
    strike: async () => {
      node.hardships.setClock(byMs);
      await sleep(ms);
      node.hardships.setClock(0);
    },
  };
};

const s3Away: Kind = ({ s3 }, chance) => {
  const [how, ms] = [oneOf(chance, ["fail", "silent", "cut"] as const), whileFor(chance)];
  return {
    name: "S3 away",
    strike: async () => {
      s3.fault = () => how;
      await sleep(ms);
      s3.fault = () => undefined;
    },
  };
};

const kinds: readonly Kind[] = [
  ...[
    nodeKilled,
    nodeKilled,
    nodePaused,
    nodePaused,
    nodeReplaced,
    primaryKilled,
    machineKilled,
    natsKilled,
    natsKilled,
  ],
  ...[cableFaulty("database"), cableFaulty("database"), cableFaulty("nats"), cableFaulty("nats")],
  ...[cableFaulty("clients"), cableFaulty("clients"), clockStepped, clockStepped, s3Away],
];

/** Each kind as often as the others, in a random order. */
export function* faultsOf(ground: Ground, chance: Chance): Generator<Fault> {
  for (;;) {
    const bag = [...kinds];
    while (bag.length > 0) {
      const [kind] = bag.splice(chance.below(bag.length), 1);
      if (kind) yield kind(ground, chance);
    }
  }
}
