import type { RuleRunRecord, RuleTransitionRecord } from "@heliograph/contract";

/** What is looked at: a look of the rule, or something that happened by it. */
export type Trace =
  | { readonly kind: "run"; readonly run: RuleRunRecord }
  | { readonly kind: "transition"; readonly transition: RuleTransitionRecord };

export const runTrace = (run: RuleRunRecord): Trace => ({ kind: "run", run });
export const moveTrace = (transition: RuleTransitionRecord): Trace => ({ kind: "transition", transition });

export const tracedOf = (trace: Trace): RuleRunRecord | RuleTransitionRecord =>
  trace.kind === "run" ? trace.run : trace.transition;

/** By the time that is shown; of one moment, the one that happened last comes first. */
export const newestFirst = (traces: readonly Trace[]): readonly Trace[] =>
  traces.toSorted((a, b) => tracedOf(b).ts - tracedOf(a).ts || tracedOf(b).time - tracedOf(a).time);

/** Who asks names a minute. */
const preciseToMs = 59_999;

/** What the rule did last with a device up to a moment. */
export const lastUntil = (traces: readonly Trace[], deviceId: string, at: number): Trace | undefined =>
  newestFirst(traces).find(
    (trace) => tracedOf(trace).deviceId.id === deviceId && tracedOf(trace).ts <= at + preciseToMs,
  );
