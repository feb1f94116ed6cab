import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { JobKindName } from "@heliograph/contract";
import { AppError } from "../../kernel/errors.ts";
import type { JobId } from "../../kernel/ids.ts";
import { repeat } from "../../kernel/repeat.ts";
import { type Clock, epochMs } from "../../kernel/time.ts";
import type { Callers } from "../access/index.ts";
import { actingAs } from "../audit/index.ts";
import type { Transactions } from "../changes/index.ts";
import { jobBroken } from "./errors.ts";
import type { Job, JobMaker, JobProgress } from "./job.ts";
import type { JobKind, JobStep, Prepared, Preparing, StepOutcome } from "./job-kind.ts";
import type { JobLane, JobLease, JobStore } from "./job-store.ts";

export interface RunnerLimits {
  /** Jobs this node does beside each other; of one tenant never more than one. */
  readonly atOnce: number;
  /** Long ones beside these; of one tenant never more than one of a kind. */
  readonly longAtOnce: number;
  /** A node not heard of for so long has lost its jobs. */
  readonly leaseMs: number;
}

interface RunnerParts {
  readonly store: JobStore;
  readonly kinds: readonly JobKind[];
  readonly callers: Pick<Callers, "standingOf">;
  readonly transactions: Transactions;
  readonly clock: Clock;
  readonly onError: (error: unknown, job?: Job) => void;
  /** The store was asked and answered. */
  readonly onLooked?: () => void;
  /** Lets so much time pass, or less when the runner stops. */
  readonly pause?: (ms: number, stopping: AbortSignal) => Promise<void>;
}

const lookEveryMs = 1_000;
const failuresKept = 100;
/** What is neither a refusal nor known to pass by itself is tried again so often. */
const attemptsAtMost = 10;
const firstPauseMs = 200;
const longestPauseMs = 30_000;
/** Of these two may be lost before another node takes the job. */
const holdsPerLease = 3;

/** Does jobs, step by step. Each step and its progress are one transaction; in between others have their turn. */
export class JobRunner {
  readonly #parts: RunnerParts;
  readonly #limits: RunnerLimits;
  readonly #owner = randomUUID();
  readonly #lanes: readonly (JobLane & { readonly atOnce: number })[];
  readonly #running = new Map<JobId, { readonly lane: JobLane; readonly end: Promise<void> }>();
  readonly #stopping = new AbortController();
  #looking: Promise<void> | undefined;

  constructor(parts: RunnerParts, limits: RunnerLimits) {
    this.#parts = parts;
    this.#limits = limits;
    this.#lanes = [
      { kinds: namesOf(parts.kinds, false), oneOf: "all", atOnce: limits.atOnce },
      { kinds: namesOf(parts.kinds, true), oneOf: "each-kind", atOnce: limits.longAtOnce },
    ];
  }

  /** Until it is stopped; looks by itself, too, for what another node left. */
  start(): { stop(): Promise<void> } {
    const looking = repeat(lookEveryMs, this.#parts.onError, () => this.look());
    return {
      stop: async () => {
        this.#stopping.abort();
        await looking.stop();
        await this.#looking?.catch(() => undefined); // one that was woken: a job it is given goes back
        await Promise.all([...this.#running.values()].map(({ end }) => end));
      },
    };
  }

  wake(): void {
    this.look().catch(this.#parts.onError);
  }

  /** Begins what can be begun now. One look at a time: two would begin too many. */
  look(): Promise<void> {
    this.#looking ??= this.#beginAll().finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  async #beginAll(): Promise<void> {
    for (const lane of this.#lanes) if (lane.kinds.length > 0) await this.#begin(lane, lane.atOnce);
  }

  async #begin(lane: JobLane, atOnce: number): Promise<void> {
    while (this.#runningIn(lane) < atOnce && !this.#stopping.signal.aborted) {
      const job = await this.#parts.store.claim(this.#lease(), lane);
      this.#parts.onLooked?.();
      if (!job) return;
      if (this.#running.has(job.id)) return; // a step took longer than the lease
      const end = this.#run(job).finally(() => {
        this.#running.delete(job.id);
        if (!this.#stopping.signal.aborted) this.wake();
      });
      this.#running.set(job.id, { lane, end });
    }
  }

  #runningIn(lane: JobLane): number {
    return [...this.#running.values()].filter((one) => one.lane === lane).length;
  }

  async #run(job: Job): Promise<void> {
    let attempt = 0;
    while (!this.#stopping.signal.aborted) {
      try {
        if (!(await this.#step(job))) return;
        attempt = 0;
      } catch (error) {
        attempt++;
        if (!passes(error) && (isForGood(error) || attempt >= attemptsAtMost)) return this.#fail(job, error);
        if (attempt === 1 || !(error instanceof AppError)) this.#parts.onError(error, job);
        await this.#pause(attempt);
      }
    }
    await this.#parts.store.release(job.id, this.#owner).catch((error: unknown) => this.#parts.onError(error, job));
  }

  /** Whether there is more to do. */
  #step(job: Job): Promise<boolean> {
    return actingAs(actorOf(job.maker, job.tenantId), async () => {
      const kind = this.#kindOf(job);
      if (!kind.prepare) return this.#storeStep(job, undefined);
      const prepared = await this.#prepare(job, kind.prepare.bind(kind));
      if (prepared === "not-wanted") return this.#stopping.signal.aborted;
      try {
        return await this.#storeStep(job, prepared);
      } finally {
        prepared.release();
      }
    });
  }

  #storeStep({ id }: Job, prepared: Prepared | undefined): Promise<boolean> {
    const { store, transactions, clock } = this.#parts;
    return transactions.run(async () => {
      const job = await store.hold(id, this.#lease());
      if (!job) return false; // cancelled, or another node's by now
      const outcome = await this.#kindOf(job).step(await this.#stepOf(job), prepared);
      await store.progress(id, progressAfter(job, outcome));
      if (outcome.isLast) await store.finish(id, this.#owner, { state: "DONE", time: clock() });
      return !outcome.isLast;
    });
  }

  /** Meanwhile it is held, and how far it is gets stored; one that is not wanted any more is left. */
  async #prepare({ id }: Job, prepare: NonNullable<JobKind["prepare"]>): Promise<Prepared | "not-wanted"> {
    const { store, onError } = this.#parts;
    const job = await store.hold(id, this.#lease());
    if (!job) return "not-wanted";
    const lost = new AbortController();
    let told: Parameters<Preparing["tell"]>[0] | undefined;
    const holding = repeat(
      this.#limits.leaseMs / holdsPerLease,
      (error) => onError(error, job),
      async () => {
        const held = await store.hold(id, this.#lease());
        if (!held) lost.abort(new Error("the job is not wanted any more"));
        else if (told) await store.progress(id, { ...progressOf(held), ...told });
      },
    );
    const signal = AbortSignal.any([lost.signal, this.#stopping.signal]);
    const tell: Preparing["tell"] = (progress) => {
      told = progress;
    };
    try {
      return await prepare(await this.#stepOf(job), { signal, tell });
    } catch (error) {
      if (signal.aborted) return "not-wanted";
      throw error;
    } finally {
      await holding.stop();
    }
  }

  #kindOf(job: Job): JobKind {
    const kind = this.#parts.kinds.find((one) => one.kind === job.kind);
    if (!kind) throw new Error(`nobody does jobs of the kind ${job.kind}`);
    return kind;
  }

  /** In the name of its maker, as they stand at this moment. */
  async #stepOf(job: Job): Promise<JobStep<unknown>> {
    const maker = await this.#parts.callers.standingOf({ ...job.maker, keyId: job.maker.key?.id ?? null });
    return { job, input: job.input, maker };
  }

  async #fail(job: Job, error: unknown): Promise<void> {
    const { store, clock, onError } = this.#parts;
    if (!(error instanceof AppError)) onError(error, job);
    const why = error instanceof AppError ? error : jobBroken();
    await store
      .finish(job.id, this.#owner, { state: "FAILED", why, time: clock() })
      .catch((failure: unknown) => onError(failure, job)); // its lease ends, and somebody tries again
  }

  async #pause(attempt: number): Promise<void> {
    const { pause = delayed } = this.#parts;
    await pause(Math.min(longestPauseMs, firstPauseMs * 2 ** attempt), this.#stopping.signal);
  }

  #lease(): JobLease {
    const now = this.#parts.clock();
    return { owner: this.#owner, now, until: epochMs(now + this.#limits.leaseMs) };
  }
}

const namesOf = (kinds: readonly JobKind[], isLong: boolean): readonly JobKindName[] =>
  kinds.filter((one) => (one.isLong ?? false) === isLong).map(({ kind }) => kind);

/** A disk that is full, a database that is away: waited for, however long it takes; whoever loses patience cancels. */
const passes = (error: unknown): boolean => error instanceof AppError && error.fault === "busy";

const delayed = (ms: number, signal: AbortSignal): Promise<void> =>
  delay(ms, undefined, { signal }).catch(() => undefined);

/** A refusal is; that there is no room, or too much at once, is not. */
const isForGood = (error: unknown): boolean =>
  error instanceof AppError && !["no-room", "too-many", "internal"].includes(error.fault);

const actorOf = ({ userId, username: name, key, visitId, address }: JobMaker, tenantId: Job["tenantId"]) => {
  const who = { userId, name, address, tenantId };
  if (visitId !== null) return { kind: "opened", ...who } as const;
  return key ? ({ kind: "key", keyName: key.name, ...who } as const) : ({ kind: "user", ...who } as const);
};

const progressOf = ({ position, total, processed, changed, failed, failures }: Job): JobProgress => ({
  ...{ position, total, processed, changed, failed, failures },
});

const progressAfter = (job: Job, outcome: StepOutcome): JobProgress => ({
  position: outcome.position,
  total: outcome.total ?? job.total,
  processed: job.processed + outcome.processed,
  changed: job.changed + outcome.changed,
  failed: job.failed + outcome.failures.length,
  failures: [...job.failures, ...outcome.failures].slice(0, failuresKept),
});
