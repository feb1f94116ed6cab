import { randomUUID } from "node:crypto";
import { setImmediate as immediate } from "node:timers/promises";
import { isClockStep } from "../../../kernel/clock-steps.ts";
import type { DeviceId } from "../../../kernel/ids.ts";
import type { LoggedCommit } from "../../telemetry/index.ts";
import type { HopMarks } from "../actions/hop-marks.ts";
import type { WaitingInput } from "../inputs/told-change.ts";
import type { Transition } from "../step/transition.ts";
import { DueOrder, notQueued } from "./due-order.ts";
import type { Happened, Judged } from "./happened.ts";
import type { RunningRule } from "./running-rule.ts";

/** Points of devices with rules that are looked at before others get their turn: sockets and commits wait no longer. */
const pointsPerTurn = 1_000;
const none: readonly RunningRule[] = [];

type RulesOf = (device: DeviceId) => readonly RunningRule[] | undefined;

/** Has rules look at what came and at the time, and keeps what came of it until it is stored. */
export class Judging {
  readonly #rulesOf: RulesOf;
  readonly #hops: Pick<HopMarks, "of">;
  readonly #order = new DueOrder<RunningRule>();
  readonly #touched = new Set<RunningRule>();
  #happened: Happened[] = [];
  #pointsOfTurn = 0;
  #now = Number.NEGATIVE_INFINITY;

  constructor(rulesOf: RulesOf, hops: Pick<HopMarks, "of">) {
    this.#rulesOf = rulesOf;
    this.#hops = hops;
  }

  /** Transitions that are not stored yet. */
  get size(): number {
    return this.#happened.length;
  }

  /** It may fall due, and may have something to write. */
  follow(of: RunningRule): void {
    this.#order.add(of);
    if (of.failure) this.#touched.add(of);
  }

  /** One rule that throws concerns itself alone: it says so and is looked at as any other. */
  async evaluate({ batches, arrival, unseen }: LoggedCommit): Promise<void> {
    if (!unseen && batches.length > 0) this.#noticeClock(arrival); // what a node left that is gone arrived there, before
    for (const { device, points } of batches) {
      const running = this.#rulesOf(device) ?? none;
      const hops = this.#hops.of(device, points);
      for (const of of running) this.#note(of, of.takeAll(points, arrival), hops);
      this.#pointsOfTurn += running.length > 0 ? points.length : 0;
      if (this.#pointsOfTurn >= pointsPerTurn) await this.#othersTurn();
    }
  }

  async #othersTurn(): Promise<void> {
    this.#pointsOfTurn = 0;
    await immediate();
  }

  /** As `evaluate`, of what is no point. */
  tell(change: WaitingInput): void {
    for (const of of this.#rulesOf(change.deviceId) ?? none) this.#note(of, of.tell(change), change.hops);
  }

  /** Rules of nothing but states judge what is so when they begin. */
  begin(rules: readonly RunningRule[], now: number): void {
    for (const of of rules) this.#note(of, of.begin(now));
  }

  /** All commits are evaluated: what was due before now is due. */
  letTimePass(now: number): void {
    this.#noticeClock(now);
    for (const of of this.#order.takeBefore(now)) this.#note(of, of.elapse(now));
  }

  /**
   * By a clock that was set back each is due earlier than it stands in the order. All of them are told, with the time before it:
   * what is left of their timers is so from then [RUN12].
   */
  #noticeClock(now: number): void {
    const before = this.#now;
    this.#now = now;
    if (now >= before || !isClockStep(before - now)) return;
    for (const of of this.#order.takeBefore(notQueued)) {
      this.#note(of, of.elapse(before));
      this.#note(of, of.elapse(now));
    }
  }

  /** Somebody cleared its alarm. */
  clear(of: RunningRule, now: number): void {
    this.#note(of, of.clear(now));
  }

  #note(of: RunningRule, transitions: readonly Transition[], hops = 0): void {
    for (const transition of transitions) this.#happened.push({ of, transition, id: randomUUID(), hops });
    this.#touched.add(of);
    this.#order.add(of);
  }

  /** What is to be stored together, once. */
  take(): Judged {
    const happened = this.#happened;
    const touched = [...this.#touched];
    this.#happened = [];
    this.#touched.clear();
    const states = touched.flatMap((of) => of.unwritten() ?? []);
    const failures = touched.flatMap((of) => {
      const news = of.takeNews();
      return news ? [{ of, failure: news.failure }] : [];
    });
    return { states, happened, failures };
  }
}
