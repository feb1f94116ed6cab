import type { RuleValues } from "../values.ts";
import type { RuleState } from "./rule-state.ts";
import type { Transition } from "./transition.ts";

/** A point made the rule look at the values. */
export interface Seen {
  readonly kind: "seen";
  /** Event time. */
  readonly at: number;
  readonly values: RuleValues;
  readonly isNew: boolean;
  readonly isAfterGap: boolean;
  /** By the late-data policy nobody is to be told. */
  readonly isQuiet: boolean;
}

/** Something fell due. */
export interface Elapsed {
  readonly kind: "elapsed";
  readonly at: number;
  readonly values: RuleValues;
}

/** Nothing arrived for as long as the rule says. */
export interface Silent {
  readonly kind: "silent";
  readonly at: number;
  readonly values: RuleValues;
}

/** Somebody cleared the alarm. */
export interface Cleared {
  readonly kind: "cleared";
  readonly at: number;
  readonly values: RuleValues;
}

/** The rule was changed: what another version has decided is taken over, without waiting for a point. */
interface Edited {
  readonly kind: "edited";
  readonly at: number;
  readonly values: RuleValues;
}

export type StepInput = Seen | Elapsed | Silent | Cleared | Edited;

export interface Outcome {
  /** The same object where nothing was decided: it need not be written. */
  readonly state: RuleState;
  readonly transitions: readonly Transition[];
}
