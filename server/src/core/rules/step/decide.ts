import type { CompiledRule } from "../compile/compiled-rule.ts";
import { type Truth, unknown } from "../values.ts";
import { counted } from "./count.ts";
import { judged, type Verdict } from "./judge.ts";
import { moved, stayed } from "./moved.ts";
import { type Count, isUp, type RuleState } from "./rule-state.ts";
import type { Elapsed, Outcome, Seen } from "./step-input.ts";
import type { Cause } from "./transition.ts";

type Look = Seen | Elapsed;
/** What a look at the conditions has brought, before the phase follows from it. */
interface Situation {
  readonly rule: CompiledRule;
  readonly before: RuleState;
  /** With the new counts and bands, in the old phase. */
  readonly state: RuleState;
  readonly verdict: Verdict;
  readonly look: Look;
  readonly now: number;
}

const lookOf = (look: Look) =>
  look.kind === "seen" ? look : { kind: look.kind, at: look.at, isNew: false, isAfterGap: false };

/** Looks at all conditions and lets the phase follow. */
export function decided(rule: CompiledRule, before: RuleState, look: Look, now: number): Outcome {
  const verdict = judged(rule, look.values, before.bands);
  const counts = countsAfter(rule, before, verdict, look, now);
  const isSilent = before.isSilent && look.kind === "elapsed";
  const hasChanged = counts !== before.counts || verdict.bands !== before.bands || isSilent !== before.isSilent;
  if (!hasChanged && !isUp(before)) return stayed(before); // nearly every point
  const state = hasChanged ? { ...before, counts, bands: verdict.bands, isSilent } : before;
  const situation = { rule, before, state, verdict, look, now };
  return isUp(before) ? whileUp(situation) : whileDown(situation);
}

/** The same list where no count has changed. */
function countsAfter(
  rule: CompiledRule,
  { counts }: RuleState,
  { steps }: Verdict,
  look: Look,
  now: number,
): readonly (Count | null)[] {
  let changed: (Count | null)[] | undefined;
  for (let at = 0; at < rule.steps.length; at++) {
    const before = counts[at] ?? null;
    const after = countAfter(rule, before, at, steps[at] ?? unknown, look, now);
    if (after === before) continue;
    changed ??= [...counts];
    changed[at] = after;
  }
  return changed ?? counts;
}

function countAfter(rule: CompiledRule, before: Count | null, at: number, truth: Truth, look: Look, now: number) {
  const hold = rule.steps[at]?.hold;
  return hold && (before !== null || truth === 1) ? counted(before, truth, hold, lookOf(look), now) : before;
}

/** The worst step that has been met long enough; −1 where there is none. */
const worstMet = ({ state }: Situation): number => state.counts.findIndex((count) => count?.isMet === true);
const isAnyCounting = ({ state }: Situation): boolean => state.counts.some((count) => count !== null);

function whileDown(situation: Situation): Outcome {
  const { rule, before, state, look, now } = situation;
  const worst = worstMet(situation);
  if (worst >= 0) return raised(situation, worst);
  const phase = isAnyCounting(situation) ? "PENDING" : "NORMAL";
  if (phase === before.phase) return stayed(state);
  const cause = phase === "PENDING" ? "MET" : causeOfEnd(situation);
  return moved(rule, before, { ...state, phase }, look, now, { cause, occasion: null });
}

const causeOfEnd = ({ verdict }: Situation): Cause => (verdict.steps.includes(unknown) ? "UNKNOWN" : "NOT_MET");

/** Since when anything of it has been met that was met long enough. */
const startOf = ({ counts }: RuleState): number =>
  counts.reduce((start, count) => (count?.isMet ? Math.min(start, count.since) : start), Number.POSITIVE_INFINITY);

function raised({ rule, before, state, look, now }: Situation, worst: number): Outcome {
  const after: RuleState = {
    ...state,
    phase: "ACTIVE",
    severity: rule.steps[worst]?.severity ?? null,
    alarmType: rule.alarmType,
    startTs: startOf(state),
  };
  return moved(rule, before, after, look, now, { cause: "MET", occasion: "RAISED" });
}

function whileUp(situation: Situation): Outcome {
  const worst = worstMet(situation);
  if (worst >= 0) return stillUp(situation, worst);
  if (isAnyCounting(situation) || situation.rule.latch) return notOver(situation, "MET");
  return recovering(situation);
}

/** Its severity is that of the worst step that is met; it goes down again, too. */
function stillUp(situation: Situation, worst: number): Outcome {
  const { rule, before, state, look, now } = situation;
  const severity = rule.steps[worst]?.severity ?? before.severity;
  if (severity === before.severity) return notOver(situation, "MET");
  const after: RuleState = { ...state, phase: "ACTIVE", severity, clearing: null };
  return moved(rule, before, after, look, now, { cause: "MET", occasion: "CHANGED" });
}

function notOver({ rule, before, state, look, now }: Situation, cause: Cause): Outcome {
  const kept = state.clearing === null ? state : { ...state, clearing: null };
  if (before.phase === "ACTIVE") return stayed(kept);
  return moved(rule, before, { ...kept, phase: "ACTIVE" }, look, now, { cause, occasion: null });
}

function recovering(situation: Situation): Outcome {
  const { rule, before, state, verdict, look, now } = situation;
  const clearing = counted(state.clearing, verdict.clear, rule.clearHold, lookOf(look), now);
  if (clearing === null) return notOver(situation, verdict.clear === unknown ? "UNKNOWN" : "NOT_MET");
  if (clearing.isMet) return over(situation);
  const after = clearing === state.clearing ? state : { ...state, clearing };
  if (before.phase === "RECOVERING") return stayed(after);
  return moved(rule, before, { ...after, phase: "RECOVERING" }, look, now, { cause: "NOT_MET", occasion: null });
}

function over({ rule, before, state, look, now }: Situation): Outcome {
  const after: RuleState = {
    ...state,
    phase: "NORMAL",
    severity: null,
    alarmType: null,
    startTs: null,
    clearing: null,
  };
  return moved(rule, before, after, look, now, { cause: "NOT_MET", occasion: "CLEARED" });
}
