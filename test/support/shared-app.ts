import { rmSync } from "node:fs";
import { type OpenNode, openNode, TestApp } from "./app.ts";
import { type Rest, restOfNode } from "./resting-repeat.ts";

/** Whoever guesses wrong must not make the next file wait: these are counted per address and per installation. */
const forMany = {
  HELIO_TOKEN_FREE_GUESSES: "1000",
  HELIO_LOGIN_FREE_FAILURES: "1000",
  HELIO_LOGIN_REFUSE_FROM: "1000",
};
/** A node that has served so many files is replaced, whatever they left in it. */
const filesPerNode = 40;

interface SharedNode {
  readonly open: OpenNode;
  /** Between files. */
  readonly rest: Rest;
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
  node.rest.isResting = false;
  const close = async () => {
    await app.removeTenants();
    node.rest.isResting = true;
  };
  const app = new TestApp({ ...node.open, close });
  return app;
}

async function usableNode(): Promise<SharedNode> {
  const node = await shared?.catch(() => undefined);
  if (node && node.users < filesPerNode && (await isWell(node))) return node;
  await node?.open.close();
  shared = open();
  return shared;
}

/** A file may have broken it, on purpose or not: the next one must not suffer for it. */
async function isWell({ open, isBroken }: SharedNode): Promise<boolean> {
  if (isBroken) return false;
  return new TestApp(open).systemAdministrator().then(
    () => true,
    () => false,
  );
}

async function open(): Promise<SharedNode> {
  const rest = { isResting: false };
  const node = { open: await restOfNode.run(rest, () => openNode(forMany)), rest, users: 0, isBroken: false };
  void node.open.node.failure.then(() => {
    node.isBroken = true;
  });
  leaveNothing(node.open.config.dataDir);
  return node;
}

/** The process of the tests is ended by a signal when there are no more files, and its node with it. */
function leaveNothing(folder: string): void {
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  process.once("exit", remove);
  process.once("SIGTERM", () => {
    remove();
    process.kill(process.pid, "SIGTERM"); // to whoever else listens, or to its usual end
  });
}
