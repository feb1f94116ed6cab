import type { ActionOccasion, AlarmSeverity } from "@heliograph/contract";
import type { CompiledRule } from "../compile/compiled-rule.ts";
import type { RuleValue, RuleValues } from "../values.ts";
import type { Phase } from "./rule-state.ts";

/** Why a rule went from one phase to another. */
export type Cause = "MET" | "NOT_MET" | "UNKNOWN" | "NO_DATA" | "PERSON" | "RULE_CHANGED";

/** What happened: a change of phase, of severity, or of both. */
export interface Transition {
  readonly from: Phase;
  readonly to: Phase;
  readonly cause: Cause;
  /** Event time. */
  readonly ts: number;
  /** By our clock. */
  readonly now: number;
  /** What actions and the alarm follow from; null where none do. */
  readonly occasion: ActionOccasion | null;
  readonly alarmType: string | null;
  readonly severity: AlarmSeverity | null;
  /** Since when there is an alarm, where it is about one. */
  readonly startTs: number | null;
  /** Nobody is told: it is late, or too long ago. */
  readonly isQuiet: boolean;
  /** The values that caused it, by the names of the inputs. */
  readonly values: Readonly<Record<string, RuleValue | null>>;
  /** Name of the file that it happened with. */
  readonly file?: string;
}

export const namedValues = ({ inputs }: CompiledRule, values: RuleValues): Record<string, RuleValue | null> =>
  Object.fromEntries(inputs.map(({ name }, at) => [name, values[at] ?? null]));
