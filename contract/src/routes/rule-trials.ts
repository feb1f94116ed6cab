import { RuleBacktest, RuleBacktestInput, RuleCheck, RuleCheckInput } from "../rules/index.ts";
import { needs } from "./access.ts";
import { routesOf } from "./route.ts";

const tag = "Rules";

/** Rules that are tried before they are saved [RUL6]. */
export const ruleTrialRoutes = routesOf({
  check: {
    method: "POST",
    path: "/api/rules/check",
    access: needs("VIEW_RULES"),
    tag,
    summary: "Everything that is wrong with a rule, and where; changes nothing",
    body: RuleCheckInput,
    answers: { 200: RuleCheck },
  },

  backtest: {
    method: "POST",
    path: "/api/rules/backtest",
    access: needs("VIEW_RULES", "VIEW_TELEMETRY"),
    work: "reads",
    waits: true,
    tag,
    summary: "When a rule, saved or not, would have fired in the past of some devices",
    description: "It ends when the caller leaves. Each point arrives at its own time, as if all had come in time.",
    body: RuleBacktestInput,
    answers: { 200: RuleBacktest },
  },
});
