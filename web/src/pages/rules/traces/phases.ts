import type { RuleTransitionRecord } from "@heliograph/contract";

type Phase = RuleTransitionRecord["to"];

/** A time in which a rule was in one state with a device. */
export interface PhaseSpan {
  readonly from: number;
  readonly to: number;
  readonly phase: Phase;
}

/** In which states it was between two moments; `now` is the one it is in, where nothing is known to have happened. */
export function phasesWithin(
  transitions: readonly Pick<RuleTransitionRecord, "from" | "to" | "ts">[],
  range: { readonly from: number; readonly to: number },
  now: Phase,
): readonly PhaseSpan[] {
  const ordered = transitions.toSorted((a, b) => a.ts - b.ts);
  const earlier = ordered.filter(({ ts }) => ts <= range.from).at(-1);
  const within = ordered.filter(({ ts }) => ts > range.from && ts < range.to);
  const begin = earlier?.to ?? within[0]?.from ?? ordered.find(({ ts }) => ts >= range.to)?.from ?? now;
  const starts = [{ from: range.from, phase: begin }, ...within.map(({ ts, to }) => ({ from: ts, phase: to }))];
  return starts
    .map(({ from, phase }, at) => ({ from, phase, to: starts[at + 1]?.from ?? range.to }))
    .filter(({ from, to }) => to > from);
}
