import { ClockSteps } from "../../kernel/clock-steps.ts";
import { type JobId, newId, type ScheduleId } from "../../kernel/ids.ts";
import { type Clock, type EpochMs, monotonicMs } from "../../kernel/time.ts";
import type { Transactions } from "../changes/index.ts";
import type { Jobs } from "../jobs/index.ts";
import { planRun, type RunPlan } from "./plan-run.ts";
import { jobOf } from "./run-of.ts";
import type { Schedule } from "./schedule.ts";
import type { NewRun, ScheduleStore } from "./schedule-store.ts";
import { nextAfter } from "./timing.ts";

export interface ScheduleClockLimits {
  /** What is later than this fell due while no node ran. */
  readonly lateAfterMs: number;
  readonly runsKept: number;
}

interface ClockParts {
  readonly store: ScheduleStore;
  readonly jobs: Pick<Jobs, "begin">;
  readonly transactions: Transactions;
  readonly clock: Clock;
  readonly monotonic?: () => number;
  readonly onError: (error: unknown, schedule: Schedule) => void;
}

const atOnce = 100;
const never = new AbortController().signal;

/**
 * Begins what is due [SCH1]. A due time is taken, its run noted and its job queued in one transaction, on the condition
 * that nobody took it before: killed anywhere, or beside other nodes, each run begins once.
 */
export class ScheduleClock {
  readonly #parts: ClockParts;
  readonly #limits: ScheduleClockLimits;
  readonly #steps: ClockSteps;
  #isReplanned = false;

  constructor(parts: ClockParts, limits: ScheduleClockLimits) {
    this.#parts = parts;
    this.#limits = limits;
    this.#steps = new ClockSteps(parts.clock, parts.monotonic ?? monotonicMs);
  }

  /** Every second. What is not begun when the node stops is due when one starts [RUN6]. */
  async look(stopping: AbortSignal = never): Promise<void> {
    if (this.#steps.take() < 0 || !this.#isReplanned) await this.#replan(stopping);
    while (!stopping.aborted) {
      const due = await this.#parts.store.due(this.#parts.clock(), atOnce);
      const begun = await this.#beginAll(due, stopping);
      if (due.length < atOnce || begun === 0) break;
    }
    if (!stopping.aborted) await this.#parts.store.settleRuns(this.#parts.clock());
  }

  /** One that cannot be begun keeps no other from it. */
  async #beginAll(due: readonly Schedule[], stopping: AbortSignal): Promise<number> {
    let begun = 0;
    for (const schedule of due) {
      if (stopping.aborted) break;
      try {
        await this.#begin(schedule);
        begun++;
      } catch (error) {
        this.#parts.onError(error, schedule);
      }
    }
    return begun;
  }

  async #begin(schedule: Schedule): Promise<void> {
    const { store, transactions, clock } = this.#parts;
    const { id, dueTime } = schedule;
    if (dueTime === null) return;
    const now = clock();
    const plan = planRun({ ...schedule, dueTime }, now, this.#limits.lateAfterMs);
    await transactions.run(async () => {
      if (!(await store.advance(id, dueTime, plan.next))) return; // another node's, or changed meanwhile
      await this.#noteMissed(id, plan, now);
      if (plan.run !== undefined) await this.#run(schedule, plan.run, plan.missed, now);
    });
  }

  async #noteMissed(id: ScheduleId, { missedSince, missed }: RunPlan, now: EpochMs): Promise<void> {
    if (missedSince === undefined) return;
    const noted = { finishedTime: now, jobId: null, missed, state: "MISSED" } as const;
    await this.#add({ scheduleId: id, dueTime: missedSince, startedTime: now, trigger: "TIME", ...noted });
  }

  async #run(schedule: Schedule, dueTime: EpochMs, missed: number, now: EpochMs): Promise<void> {
    const { store, jobs } = this.#parts;
    const run = { scheduleId: schedule.id, dueTime, startedTime: now, trigger: "TIME", missed } as const;
    if (await store.isUnderWay(schedule.id)) {
      await this.#add({ ...run, finishedTime: now, jobId: null, state: "SKIPPED" });
      return;
    }
    const jobId = newId<JobId>();
    const isNew = await this.#add({ ...run, finishedTime: null, jobId, state: "QUEUED" });
    if (isNew) await jobs.begin(schedule.maker, { ...jobOf(schedule, dueTime), id: jobId });
  }

  #add(run: NewRun): Promise<boolean> {
    return this.#parts.store.addRun(run, this.#limits.runsKept);
  }

  /**
   * A clock that was ahead may have planned for long after: what is due earlier by the clock as it is now is due then
   * [RUN12]. What ran already for such a time does not run again.
   */
  async #replan(stopping: AbortSignal): Promise<void> {
    const { store, clock } = this.#parts;
    for (let after: ScheduleId | null = null; ; ) {
      const waiting: readonly Schedule[] = await store.waiting(after, atOnce);
      for (const schedule of waiting) {
        if (stopping.aborted) return;
        const [due, next] = [schedule.dueTime, nextAfter(schedule, clock())];
        if (due !== null && next !== undefined && next < due) await store.advance(schedule.id, due, next);
      }
      after = waiting.at(-1)?.id ?? null;
      if (waiting.length < atOnce) break;
    }
    this.#isReplanned = true;
  }
}
