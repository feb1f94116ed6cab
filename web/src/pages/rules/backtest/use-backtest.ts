import type { RuleDefinition } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { backtest, ruleCheck } from "../../../api/rules.ts";
import { type BacktestSummary, summaryOf } from "./firings.ts";

const quietMs = 300;

/** What is being edited, once nothing was changed for a moment. */
export function useSettledRule(definition: RuleDefinition): RuleDefinition {
  const [settled, setSettled] = useState(definition);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(definition), quietMs);
    return () => clearTimeout(timer);
  }, [definition]);
  return settled;
}

/** What the server says about a rule; unknown while it is asked about another one. */
export function useRuleCheck(definition: RuleDefinition, id: string | undefined, isComplete: boolean) {
  const { data, error, isPlaceholderData } = useQuery({ ...ruleCheck(definition, id), enabled: isComplete });
  if (!isComplete) return { problems: [], error: null, isSound: false, isAsked: false };
  return {
    problems: data?.problems ?? [],
    error,
    isSound: data?.problems.length === 0 && !isPlaceholderData && !error,
    isAsked: (data === undefined || isPlaceholderData) && !error,
  };
}

export interface BacktestRange {
  readonly from: number;
  readonly to: number;
}

interface Backtested {
  readonly summary: BacktestSummary | undefined;
  readonly error: unknown;
  /** What is shown is of the rule before. */
  readonly isOld: boolean;
}

/** The rule over the past of some devices; begun anew with each change, and given up with the next [RUL6]. */
export function useBacktest(
  definition: RuleDefinition,
  deviceIds: readonly string[],
  { from, to }: BacktestRange,
  isWanted: boolean,
): Backtested {
  const isAsked = isWanted && deviceIds.length > 0;
  const { data, error, isPlaceholderData, isFetching } = useQuery({
    ...backtest({ definition, deviceIds, from, to }),
    enabled: isAsked,
  });
  const summary = useMemo(() => data && summaryOf(data.results, data.notes.length > 0), [data]);
  return { summary, error: isAsked ? error : undefined, isOld: isPlaceholderData || isFetching || !isWanted };
}
