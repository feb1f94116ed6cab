import { ownContext } from "../../kernel/own-context.ts";
import type { EpochMs } from "../../kernel/time.ts";
import type { FollowerName, LogFollower, LoggedBatch, LoggedCommit, PointLog } from "./point-log.ts";

/** Up to where each of those who will follow has passed the log; undefined is one that never did. */
type Positions = () => Promise<readonly (number | undefined)[]>;

/**
 * One log for several followers: each has a branch, from its own position on, and what the slowest has not passed stays. All of
 * them follow before anything is appended.
 */
export class SharedLog implements LogFollower {
  readonly #log: PointLog;
  readonly #positions: Positions;
  readonly #branches: Branch[] = [];
  readonly #outside = ownContext();
  /** What was told before a branch was followed. */
  #past: LoggedCommit[] = [];
  #opened: Promise<number> | undefined;

  constructor(log: PointLog, positions: Positions) {
    this.#log = log;
    this.#positions = positions;
  }

  /** For one follower; all are asked for before the first of them follows. */
  branch(name: FollowerName): PointLog {
    const branch = new Branch(this, name);
    this.#branches.push(branch);
    return branch;
  }

  committed(commit: LoggedCommit): void {
    if (this.#branches.some(({ isBegun }) => !isBegun)) this.#past.push(commit);
    // Whoever appended may be in a transaction: what follows from it is not part of that.
    this.#outside(() => {
      for (const branch of this.#branches) branch.told(commit);
    });
  }

  /** The first who follows makes the log tell everything that any of them is to hear. */
  async past(): Promise<{ readonly from: number; readonly commits: readonly LoggedCommit[] }> {
    this.#opened ??= this.#open();
    return { from: await this.#opened, commits: this.#past };
  }

  async #open(): Promise<number> {
    const known = (await this.#positions()).filter((position) => position !== undefined);
    if (known.length === 0) return this.#log.follow(this, undefined);
    return this.#log.follow(this, Math.min(...known), Math.max(...known));
  }

  passed(): void {
    if (this.#branches.every(({ isBegun }) => isBegun)) this.#past = [];
    const slowest = Math.min(...this.#branches.map(({ passedUpTo }) => passedUpTo));
    if (Number.isFinite(slowest)) this.#log.passed(slowest);
  }

  toldUpTo = (): EpochMs => this.#log.toldUpTo();
  underWay = (): readonly LoggedBatch[] => this.#log.underWay();

  async left(branch: Branch): Promise<void> {
    this.#branches.splice(this.#branches.indexOf(branch), 1);
    if (this.#branches.length === 0) await this.#log.unfollow();
    else this.passed();
  }
}

/** The log as one of several followers sees it. */
class Branch implements PointLog {
  readonly #shared: SharedLog;
  readonly #name: FollowerName;
  #follower: LogFollower | undefined;
  passedUpTo = Number.NEGATIVE_INFINITY;

  constructor(shared: SharedLog, name: FollowerName) {
    this.#shared = shared;
    this.#name = name;
  }

  get isBegun(): boolean {
    return this.#follower !== undefined;
  }

  told(commit: LoggedCommit): void {
    this.#follower?.committed(this.#asSeen(commit));
  }

  /** What another one alone has not seen is but a position. */
  #asSeen(commit: LoggedCommit): LoggedCommit {
    const isOthers = commit.unseen !== undefined && commit.unseen.by !== this.#name;
    return isOthers ? { position: commit.position, arrival: commit.arrival, batches: [] } : commit;
  }

  async follow(follower: LogFollower, after: number | undefined): Promise<number> {
    const { from, commits } = await this.#shared.past();
    const last = commits.at(-1)?.position ?? from;
    const begin = after === undefined ? last : Math.min(after, Math.max(last, from));
    for (const commit of commits) if (commit.position > begin) follower.committed(this.#asSeen(commit));
    this.#follower = follower;
    this.passed(begin);
    return begin;
  }

  passed(position: number): void {
    this.passedUpTo = Math.max(this.passedUpTo, position);
    this.#shared.passed();
  }

  toldUpTo = (): EpochMs => this.#shared.toldUpTo();
  underWay = (): readonly LoggedBatch[] => this.#shared.underWay();

  async unfollow(): Promise<void> {
    this.#follower = undefined;
    await this.#shared.left(this);
  }
}
