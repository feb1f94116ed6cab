import type { RuleProblem } from "@heliograph/contract";
import { AppError } from "../../../kernel/errors.ts";

export const ruleNotFound = (id: string) => new AppError("RULE_NOT_FOUND", "not-found", `No rule ${id}`);

export const ruleNameTaken = (name: string) =>
  new AppError("RULE_NAME_TAKEN", "conflict", `A rule named ${name} exists already in this tenant`, {
    params: { name },
  });

export const ruleStale = (name: string, version: number) =>
  new AppError(
    "RULE_STALE",
    "conflict",
    `Somebody saved ${name} meanwhile; it is at version ${version} now. Load it again and repeat the change`,
    { params: { name, version } },
  );

export const ruleVersionNeeded = () =>
  new AppError("RULE_VERSION_NEEDED", "invalid", "version is required with an id: the one the change was made from");

/** The first problem, with where it is and how many more there are. */
export const ruleInvalid = ([first, ...others]: readonly RuleProblem[], at = "definition") =>
  new AppError(
    "RULE_INVALID",
    "invalid",
    `${[at, first?.path].filter(Boolean).join(".")}: ${first?.message}` +
      (others.length > 0 ? ` (and ${others.length} more; /api/rules/check tells all)` : ""),
  );

/** What a rule is for is not there, or not for who asks, which is the same [API3]. */
export const ruleNamesMissing = ({ path, message }: RuleProblem, at = "definition") =>
  new AppError("RULE_NAMES_MISSING", "not-found", `${at}.${path}: ${message}`);

export const tooManyRules = (most: number) =>
  new AppError("RULES_TOO_MANY", "conflict", `A tenant has at most ${most} rules`, { params: { most } });

export const backtestRangeInvalid = () =>
  new AppError("BACKTEST_RANGE_INVALID", "invalid", "endTs has to be later than startTs; both are Unix milliseconds");

/** Nobody reads it. */
export const backtestAbandoned = () =>
  new AppError("BACKTEST_ABANDONED", "busy", "Whoever asked for the backtest has left");

export const tooManyLimits = (most: number) =>
  new AppError("RULES_TOO_MANY", "conflict", `A table makes at most ${most} rules; import it in parts`, {
    params: { most },
  });

export const ruleInputsFull = (most: number) =>
  new AppError("RULE_INPUTS_FULL", "busy", `Rules have to look at ${most} changes first; try again`, {
    params: { most },
    retryAfterMs: 1_000,
  });
