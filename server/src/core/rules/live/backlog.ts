import type { LoggedBatch, LoggedCommit } from "../../telemetry/index.ts";
import type { RuleInputStore } from "../inputs/input-store.ts";
import { WaitingInputs } from "./waiting-inputs.ts";

/** Behind everything in the log. */
export const newest = Number.MAX_SAFE_INTEGER;

/** What is to be evaluated, in its order: commits of points, what changed beside them, and where rules became others. */
export class Backlog {
  readonly inputs: WaitingInputs;
  readonly #commits: LoggedCommit[] = [];
  #seen: number[] = [];
  /** Where in the log rules became others: what comes after is theirs, what was before is of those before. */
  #changes: number[] = [];

  constructor(inputs: Pick<RuleInputStore, "waiting">) {
    this.inputs = new WaitingInputs(inputs);
  }

  readInputs(): Promise<void> {
    return this.inputs.read(this.#commits[0]?.position);
  }

  committed(commit: LoggedCommit): void {
    this.#commits.push(commit);
  }

  changedAt(...positions: readonly number[]): void {
    this.#changes.push(...positions);
  }

  get firstCommit(): LoggedCommit | undefined {
    return this.#commits[0];
  }

  get lastPosition(): number | undefined {
    return this.#commits.at(-1)?.position;
  }

  /** Evaluated; what was left by a node that is gone is to be removed. */
  takeCommit(): LoggedCommit | undefined {
    const taken = this.#commits.shift();
    if (taken?.unseen) this.#seen.push(taken.unseen.id);
    return taken;
  }

  /** Commits of a node that is gone which are evaluated, and not removed yet. */
  get seen(): readonly number[] {
    return this.#seen;
  }

  /** These are removed. */
  removed(count: number): void {
    this.#seen = this.#seen.slice(count);
  }

  get hasWork(): boolean {
    return this.inputs.hasWork || this.#commits.length > 0 || this.#changes.length > 0;
  }

  /** Nothing that was read is left; there may be more to read. */
  get isDone(): boolean {
    return this.#commits.length === 0 && this.inputs.isEmpty;
  }

  isChangeDue(): boolean {
    const [[at], [next]] = [this.#changes, this.#commits];
    if (at === undefined || (next !== undefined && next.position <= at)) return false;
    return (this.inputs.first?.position ?? at) >= at;
  }

  takeChanges(): void {
    while (this.isChangeDue()) this.#changes.shift();
  }

  /** The rules that are in force for what comes next are those of after this position. */
  get positionOfRules(): number {
    const [next] = this.#commits;
    return next === undefined ? newest : next.position - 1;
  }

  /** What rules look at beside points has its place among the commits, and among the changes of the rules. */
  isInputNext(): boolean {
    const { first } = this.inputs;
    if (!first || (this.#changes[0] ?? newest) <= first.position) return false;
    return (this.#commits[0]?.position ?? newest) > first.position;
  }

  /** The next commit is for the rules as they are. */
  isCommitNext(): boolean {
    const [next] = this.#commits;
    return next !== undefined && !this.isChangeDue() && !this.inputs.isUnreadBefore(next.position);
  }

  get arrivalOfNext(): number | undefined {
    const [arrival, time] = [this.#commits[0]?.arrival, this.inputs.first?.time];
    return arrival === undefined || time === undefined ? (arrival ?? time) : Math.min(arrival, time);
  }

  *batches(): Generator<LoggedBatch> {
    for (const { batches } of this.#commits) yield* batches;
  }
}
