import { monotonicMs } from "../../kernel/time.ts";
import type { ClusterStore, Joining, ShardHost } from "./cluster-store.ts";
import type { ClusterView, Member } from "./cluster-view.ts";
import { MemberWatch } from "./member-watch.ts";
import { expectedLogs, nextSteps } from "./next-steps.ts";
import { StepsUnderWay } from "./steps-under-way.ts";

/** Beats within a lease; others wait one longer than it before they call a member dead. */
export const beatsPerLease = 8;

export interface MembershipParts {
  readonly store: ClusterStore;
  readonly host: ShardHost;
  readonly leaseMs: number;
  /** Told once, when the others have called it dead: it must not serve any more [CLU3]. */
  readonly onLost: () => void;
  /** Told of what failed and is tried again with the next look. */
  readonly onTrouble: (error: unknown) => void;
  /** Told of everything that was seen. */
  readonly onView?: (view: ClusterView) => void;
  readonly monotonic?: () => number;
}

/** One process's part in a cluster: it shows that it lives, looks at the others, and takes and gives shards. */
export class Membership {
  readonly #parts: MembershipParts;
  readonly #watch: MemberWatch;
  readonly #monotonic: () => number;
  #self: Member | undefined;
  /** When the last beat that arrived was sent, by our steady clock: others count from later on. */
  #renewed = Number.NEGATIVE_INFINITY;
  #beating: Promise<void> | undefined;
  #isLeaving = false;
  /** It gets no shards yet. */
  #isStarting = false;
  #isLost = false;
  readonly #steps: StepsUnderWay;
  /** Told when something that was begun has ended: another look may find more to do. */
  onStep: () => void = () => undefined;

  constructor(parts: MembershipParts) {
    this.#parts = parts;
    this.#monotonic = parts.monotonic ?? monotonicMs;
    this.#steps = new StepsUnderWay(parts.host, parts.onTrouble, () => this.onStep());
    this.#watch = new MemberWatch({ leaseMs: parts.leaseMs, marginMs: parts.leaseMs / beatsPerLease });
  }

  /** False when the others may have called us dead without our having noticed: then nothing is told or sent [CLU3]. */
  get isFresh(): boolean {
    return !this.#isLost && this.#monotonic() - this.#renewed < this.#parts.leaseMs;
  }

  /** Also what it serves no more and the others cannot have yet. */
  get holdsAny(): boolean {
    return this.#parts.host.held.length > 0 || this.#steps.isGiving;
  }

  get isLost(): boolean {
    return this.#isLost;
  }

  async join(joining: Joining): Promise<Member> {
    const sent = this.#monotonic();
    const self = await this.#parts.store.join(joining);
    [this.#self, this.#renewed] = [self, sent];
    this.#isStarting = joining.isStarting === true;
    return self;
  }

  /** From now on shards are planned for it: whatever its start takes, nobody gives some up for a node that does not serve yet [CLU4]. */
  async begin(): Promise<void> {
    this.#isStarting = false;
    await this.#beating?.catch(() => undefined); // which still says otherwise
    await this.beat();
  }

  /** Shows that we live; one question for all who wait for its answer. Rejects when the database does not answer. */
  beat(): Promise<void> {
    this.#beating ??= this.#beat().finally(() => {
      this.#beating = undefined;
    });
    return this.#beating;
  }

  async #beat(): Promise<void> {
    if (!this.#self || this.#isLost) return;
    const sent = this.#monotonic();
    const isMember = await this.#parts.store.beat(this.#self.node, this.#isLeaving || this.#isStarting);
    if (!this.#self) return; // left meanwhile
    if (isMember) this.#renewed = Math.max(this.#renewed, sent);
    else this.#lose();
  }

  #lose(): void {
    if (this.#isLost) return;
    this.#isLost = true;
    this.#parts.onLost();
  }

  /** Looks at the others once and begins what is to be done; true when another look finds more at once. */
  async look(): Promise<boolean> {
    if (!this.#self || !this.isFresh) return false;
    const view = await this.#parts.store.view();
    if (!this.isFresh) return false; // what was seen may be as old as the answer took
    this.#parts.onView?.(view);
    const now = this.#monotonic();
    const silent = this.#watch.look(view.members, now);
    this.#parts.host.expect?.(expectedLogs(this.#self.node, view, this.#watch.suspects(view.members, now)));
    const { bury, ...moves } = nextSteps({ node: this.#self.node, held: this.#parts.host.held }, view, silent);
    this.#steps.begin(moves);
    for (const member of bury) await this.#parts.store.bury(member);
    return bury.length > 0;
  }

  /** From now on our shards go to others; `leave` ends it when all have gone. */
  async retire(): Promise<void> {
    this.#isLeaving = true;
    await this.beat();
  }

  /** Serves nothing from here on, whatever becomes of the question. */
  async leave(): Promise<void> {
    const node = this.#self?.node;
    [this.#self, this.#renewed] = [undefined, Number.NEGATIVE_INFINITY];
    await this.#steps.ended();
    if (node !== undefined && !this.#isLost) await this.#parts.store.leave(node);
  }
}
