import { setTimeout } from "node:timers/promises";
import { type OpenNode, openNode, TestApp } from "./app.ts";
import { leaveNothing } from "./leave-nothing.ts";
import { type Rest, restOfNode } from "./resting-repeat.ts";

/** Whoever guesses wrong must not make the next file wait: these are counted per address and per installation. */
const forMany = {
  HELIO_TOKEN_FREE_GUESSES: "1000",
  HELIO_LOGIN_FREE_FAILURES: "1000",
  HELIO_LOGIN_REFUSE_FROM: "1000",
};
/** A node that has served so many files is replaced, whatever they left in it. */
const filesPerNode = 40;
/** Of a busy machine with a node that answers nobody. */
const patienceMs = 30_000;

interface SharedNode {
  readonly open: OpenNode;
  /** Between files. */
  readonly rest: Rest;
  /** Those it has now, and all it had. */
  inUse: number;
  users: number;
  isBroken: boolean;
}

let shared: Promise<SharedNode> | undefined;

/**
 * The node of this process, which the test files share one after the other: starting and stopping one costs as much CPU
 * as a dozen tests. For files that use it from outside, in tenants of their own (`app.tenant()`), and leave alone what
 * all tenants share. It ends with the process.
 */
export async function sharedApp(): Promise<TestApp> {
  const node = await usableNode();
  node.users += 1;
  node.inUse += 1;
  node.rest.isResting = false;
  const close = async () => {
    await app.removeTenants();
    node.inUse -= 1;
    node.rest.isResting = node.inUse === 0;
  };
  const app = new TestApp({ ...node.open, close });
  return app;
}

async function usableNode(): Promise<SharedNode> {
  const node = await shared?.catch(() => undefined);
  if (node && node.users < filesPerNode && (await isWell(node))) return node;
  if (node) await inTime(node.open.close().then(() => true)); // whether or not it can still end
  shared = open();
  return shared;
}

/** A file may have broken it, on purpose or not: the next one must not suffer for it. */
async function isWell({ open, isBroken }: SharedNode): Promise<boolean> {
  if (isBroken) return false;
  return inTime(new TestApp(open).systemAdministrator().then(() => true));
}

/** Whether it became true before anybody would think that it hangs. */
async function inTime(done: Promise<true>): Promise<boolean> {
  const late = setTimeout(patienceMs, false, { ref: false });
  return Promise.race([done.catch(() => false), late]);
}

async function open(): Promise<SharedNode> {
  const rest = { isResting: false };
  const node = { open: await restOfNode.run(rest, () => openNode(forMany)), rest, inUse: 0, users: 0, isBroken: false };
  void node.open.node.failure.then(() => {
    node.isBroken = true;
  });
  leaveNothing(node.open.config.dataDir);
  return node;
}
