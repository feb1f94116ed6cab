import { parseState, type RuleState } from "../step/rule-state.ts";
import type { Failure } from "./rule-fault.ts";

/** What is kept of one rule of one device. */
export interface KeptState {
  /** Null: it was written in a form this version does not know. */
  readonly state: RuleState | null;
  readonly failure: Failure | null;
}

/** As it is written, in JSON. */
export const keptState = ({ state, failure }: KeptState): object | null =>
  failure === null ? state : { ...state, failure };

/** What another version or a hand has written concerns this state alone: no other is kept from being read. */
export function stateIn(text: string): KeptState {
  try {
    const { failure = null, ...state } = parseState(text) as RuleState & { readonly failure?: Failure };
    return { state, failure };
  } catch {
    return { state: null, failure: null };
  }
}
