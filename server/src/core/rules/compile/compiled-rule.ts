import type {
  AlarmSeverity,
  InputType,
  RuleCondition,
  RuleDefinition,
  RuleInput,
  WindowFunction,
} from "@heliograph/contract";
import type { RuleValues, Truth } from "../values.ts";

/** Which dead bands are held, a bit each: those before, and while conditions are judged, those after. */
export interface Bands {
  held: number;
}

export type Judge = (values: RuleValues, bands: Bands) => Truth;

/** A condition or a part of one, with where it stands in the rule; for traces. */
export interface JudgedPart {
  readonly path: string;
  readonly condition: RuleCondition;
  readonly judge: Judge;
}

/** How long a condition has to be met: 0 and 1 where the first point is enough. */
export interface Hold {
  readonly ms: number;
  readonly count: number;
}

export interface CompiledStep {
  readonly severity: AlarmSeverity;
  readonly judge: Judge;
  readonly hold: Hold;
}

export interface CompiledInput {
  readonly definition: RuleInput;
  readonly name: string;
  readonly type: InputType;
  readonly window: { readonly function: WindowFunction; readonly overMs: number } | undefined;
  readonly maxAgeMs: number;
}

/** A rule, ready to be evaluated. */
export interface CompiledRule {
  readonly definition: RuleDefinition;
  readonly version: number;
  readonly inputs: readonly CompiledInput[];
  /** Worst first. */
  readonly steps: readonly CompiledStep[];
  /** Undefined: when no step's condition is met. */
  readonly clear: Judge | undefined;
  readonly clearHold: Hold;
  readonly latch: boolean;
  readonly alarmType: string | null;
  /** Infinity: no data changes nothing. */
  readonly noDataAfterMs: number;
  readonly lateAfterMs: number;
  readonly late: "COUNT" | "COUNT_SILENTLY" | "IGNORE";
  readonly notifyWithinMs: number;
  readonly parts: readonly JudgedPart[];
}
