import type { Transition } from "../step/transition.ts";
import type { StoredState } from "./live-rule-store.ts";
import type { Failure } from "./rule-fault.ts";
import type { RunningRule } from "./running-rule.ts";

/** What happened to one rule of one device. */
export interface Happened {
  readonly of: RunningRule;
  readonly transition: Transition;
  /** Names the transition; its actions are known by it. */
  readonly id: string;
  /** So many rules led to it, one after another. */
  readonly hops: number;
}

/** A rule cannot look at a device, or can again. */
export interface FailureNews {
  readonly of: RunningRule;
  readonly failure: Failure | null;
}

/** What came of some looks. */
export interface Judged {
  readonly states: readonly StoredState[];
  readonly happened: readonly Happened[];
  readonly failures: readonly FailureNews[];
}

export const nothingJudged: Judged = { states: [], happened: [], failures: [] };
