import type { Logger } from "pino";
import type { ClusterOfNode } from "../core/cluster/index.ts";
import { repeat } from "../kernel/repeat.ts";
import { monotonicMs } from "../kernel/time.ts";
import type { Config } from "../settings/config.ts";
import { agree, forgetAgreement } from "../threads/agreed-time.ts";
import type { StartingMember } from "./become-member.ts";
import { clockProblem } from "./member-start.ts";
import { openLine } from "./open-line.ts";

const clockEveryMs = 2_000;
/** What NATS forbids is tried again more often than that: what was not refused for so long is allowed. */
const forbiddenForMs = 6_000;
const tellAgainMs = 10_000;
/** Shards have changed hands: whoever hears it looks who has them. */
const moved = { name: "shards-moved", version: 1 } as const;

/** As the server names the subject. */
const forbiddenBy = (error: unknown): string =>
  `NATS does not let this node say or hear everything (${error instanceof Error ? error.message : String(error)}): allow it helio.*.> ` +
  "and _INBOX.>";

/** The line to the others, and an eye on what keeps this node from being one of them. */
export async function clusterOfNode(
  member: StartingMember,
  installation: string,
  config: Config,
  logger: Logger,
  undo: AsyncDisposableStack,
): Promise<ClusterOfNode> {
  const { self, membership, owners, chores } = member;
  const refusals = new Refusals(logger);
  let clock: string | undefined;
  const onTrouble = (error: unknown): void => refusals.note(error);
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
    const before = clock;
    clock = clockProblem(await member.clockAheadMs(), config.clusterClock);
    if (clock === undefined) agree(config.clusterClock);
    if (clock !== undefined && before === undefined) logger.error(clock);
  });
  agree(config.clusterClock); // the start has compared them
  undo.defer(async () => {
    await looks.stop();
    forgetAgreement();
  });
  return {
    ...{ self, membership, line, owners, chores },
    view: () => member.store.view(),
    get problem() {
      if (!membership.isFresh) return "this node has not shown the others in time that it lives";
      return line.isConnected ? (refusals.now ?? clock) : "NATS is not reached: this node cannot ask the others";
    },
    serve: () => member.serve(),
    handOver: (patienceMs) => member.handOver(patienceMs),
    endTurn: () => member.endTurn(),
  };
}

/** What NATS did not let through, and whether it still does not. */
class Refusals {
  readonly #logger: Logger;
  #last: { readonly words: string; readonly at: number } | undefined;
  #toldAt = Number.NEGATIVE_INFINITY;

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  note(error: unknown): void {
    const [at, isRefusal] = [monotonicMs(), /permission/i.test(String(error))];
    if (isRefusal) this.#last = { words: forbiddenBy(error), at };
    if (isRefusal && at - this.#toldAt < tellAgainMs) return; // it is tried again and again
    if (isRefusal) this.#toldAt = at;
    this.#logger.warn({ err: error }, "the line between the nodes");
  }

  get now(): string | undefined {
    return this.#last && monotonicMs() - this.#last.at < forbiddenForMs ? this.#last.words : undefined;
  }
}
