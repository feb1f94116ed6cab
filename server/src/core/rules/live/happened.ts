import type { Transition } from "../step/transition.ts";
import type { RunningRule } from "./device-rules.ts";

/** What happened to one rule of one device. */
export interface Happened {
  readonly of: RunningRule;
  readonly transition: Transition;
  /** Names the transition; its actions are known by it. */
  readonly id: string;
  /** So many rules led to it, one after another. */
  readonly hops: number;
}
