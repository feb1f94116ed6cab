import type { AlarmSeverity } from "@heliograph/contract";
import { parseJsonText } from "@heliograph/contract/json-text";
import type { CompiledRule } from "../compile/compiled-rule.ts";

export type Phase = "NORMAL" | "PENDING" | "ACTIVE" | "RECOVERING";

/** How long a condition has been met. */
export interface Count {
  /** Event time of the first point that met it. */
  readonly since: number;
  /** By our clock: when it has been met long enough, should nothing arrive. */
  readonly due: number | null;
  readonly times: number;
  /** Long enough. */
  readonly isMet: boolean;
}

/**
 * What was decided of one device by one rule [RUL2]. Plain JSON of a bounded size: it is written when it changes, which it does
 * when something is decided and not with every point.
 */
export interface RuleState {
  readonly format: 1;
  /** Of the rule that decided. */
  readonly version: number;
  readonly phase: Phase;
  /** Of the alarm, while there is one. */
  readonly severity: AlarmSeverity | null;
  readonly alarmType: string | null;
  /** Event time since when there is an alarm. */
  readonly startTs: number | null;
  /** Event time of the newest transition: the next one is not before it. */
  readonly at: number;
  /** For each step, in the order of the compiled rule. */
  readonly counts: readonly (Count | null)[];
  readonly clearing: Count | null;
  /** Dead bands that are held, a bit each. */
  readonly bands: number;
  /** No data came for as long as the rule says. */
  readonly isSilent: boolean;
}

/** The beginning of time for points. */
const earliest = -8_640_000_000_000_000;

export const initialState = ({ version, steps }: Pick<CompiledRule, "version" | "steps">): RuleState => ({
  format: 1,
  version,
  phase: "NORMAL",
  severity: null,
  alarmType: null,
  startTs: null,
  at: earliest,
  counts: steps.map(() => null),
  clearing: null,
  bands: 0,
  isSilent: false,
});

export const isUp = ({ phase }: RuleState): boolean => phase === "ACTIVE" || phase === "RECOVERING";

/** What falls due next, and the event time it stands for. */
export interface Due {
  readonly at: number;
  readonly eventTs: number;
}

/** The next moment a state changes although nothing arrives; undefined where there is none. */
export function dueOf(rule: CompiledRule, { counts, clearing }: RuleState): Due | undefined {
  let next = dueOfCount(clearing, rule.clearHold.ms);
  for (const [at, count] of counts.entries()) {
    const due = dueOfCount(count, rule.steps[at]?.hold.ms ?? 0);
    if (due && (!next || isBefore(due, next))) next = due;
  }
  return next;
}

const isBefore = (a: Due, b: Due): boolean => a.at < b.at || (a.at === b.at && a.eventTs < b.eventTs);

const dueOfCount = (count: Count | null, ms: number): Due | undefined =>
  count === null || count.due === null ? undefined : { at: count.due, eventTs: count.since + ms };

/** The wall clock was set by `byMs`: what is left of each timer stays. */
export function shifted(state: RuleState, byMs: number): RuleState {
  if (![...state.counts, state.clearing].some((count) => typeof count?.due === "number")) return state; // nothing to write
  const shift = (count: Count | null): Count | null =>
    count === null || count.due === null ? count : { ...count, due: count.due + byMs };
  return { ...state, counts: state.counts.map(shift), clearing: shift(state.clearing) };
}

/** A state as it was written. Throws where another program wrote it in another form. */
export function parseState(text: string): RuleState {
  const state: unknown = parseJsonText(text);
  if (typeof state !== "object" || state === null || !("format" in state) || state.format !== 1) {
    throw new Error("the state of a rule has a form this version does not know");
  }
  return state as RuleState;
}
