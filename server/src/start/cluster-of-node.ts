import type { Logger } from "pino";
import type { ClusterOfNode } from "../core/cluster/index.ts";
import { repeat } from "../kernel/repeat.ts";
import type { Config } from "../settings/config.ts";
import type { StartingMember } from "./become-member.ts";
import { clockProblem } from "./member-start.ts";
import { openLine } from "./open-line.ts";

const clockEveryMs = 30_000;
/** Shards have changed hands: whoever hears it looks who has them. */
const moved = { name: "shards-moved", version: 1 } as const;

/** As the server names the subject. */
const forbiddenBy = (error: unknown): string =>
  `NATS does not let this node say or hear everything (${error instanceof Error ? error.message : String(error)}): allow it helio.*.> ` +
  "and _INBOX.>, then start this node again";

/** The line to the others, and an eye on what keeps this node from being one of them. */
export async function clusterOfNode(
  member: StartingMember,
  installation: string,
  config: Config,
  logger: Logger,
  undo: AsyncDisposableStack,
): Promise<ClusterOfNode> {
  const { self, membership, owners, chores } = member;
  let [forbidden, clock] = [undefined as string | undefined, undefined as string | undefined];
  const onTrouble = (error: unknown): void => {
    logger.warn({ err: error }, "the line between the nodes");
    if (/permission/i.test(String(error))) forbidden = forbiddenBy(error);
  };
  const line = await openLine(config, { installation, node: self.node, name: member.name, onTrouble }, logger);
  undo.defer(() => line.close());
  owners.onSeen(({ members }) => line.present(members.map(({ node }) => node)));
  line.subscribe(moved, () => {
    void owners.lookAgain();
    member.lookSoon();
  });
  chores.moved = () => {
    void owners.lookAgain();
    line.publish(moved, new Uint8Array());
  };
  const looks = repeat(clockEveryMs, onTrouble, async () => {
    clock = clockProblem(await member.clockAheadMs(), config.clusterClock);
    if (clock !== undefined) logger.error(clock);
  });
  undo.defer(() => looks.stop());
  return {
    ...{ self, membership, line, owners, chores },
    view: () => member.store.view(),
    get problem() {
      if (!membership.isFresh) return "this node has not shown the others in time that it lives";
      return line.isConnected ? (forbidden ?? clock) : "NATS is not reached: this node cannot ask the others";
    },
    serve: () => member.serve(),
    handOver: (patienceMs) => member.handOver(patienceMs),
    endTurn: () => member.endTurn(),
  };
}
