import { duration, longSpan, wholeNumber } from "../setting-kinds.ts";

/** Rules, and what they did. */
export const rulesSettings = {
  rulesPerTenant: wholeNumber("HELIO_RULES_PER_TENANT", 10_000, "Rules a tenant may have", { min: 1, max: 100_000 }),
  ruleVersions: wholeNumber("HELIO_RULE_VERSIONS", 100, "Versions of a rule that are kept", { min: 2, max: 10_000 }),
  ruleTransitions: wholeNumber(
    "HELIO_RULE_TRANSITIONS",
    10_000,
    "Transitions of a rule that are kept, over all of its devices",
    { min: 50, max: 10_000_000 },
  ),
  ruleTransitionRetention: duration(
    "HELIO_RULE_TRANSITION_RETENTION",
    "90d",
    "Transitions of rules are kept so long",
    longSpan,
  ),
  ruleActionSpan: duration("HELIO_RULE_ACTION_SPAN", "24h", "What a rule does is tried so long", {
    min: "1s",
    max: "30d",
  }),
  ruleActionsPerHour: wholeNumber(
    "HELIO_RULE_ACTIONS_PER_HOUR",
    60,
    "Times in an hour that an action of a rule is done for one device; more is taken for a loop",
    { min: 1, max: 1_000_000 },
  ),
  ruleActionsWaiting: wholeNumber("HELIO_RULE_ACTIONS_WAITING", 100_000, "Actions of a tenant's rules that wait", {
    min: 1,
    max: 10_000_000,
  }),
  ruleActionsTogether: wholeNumber(
    "HELIO_RULE_ACTIONS_TOGETHER",
    200,
    "Actions of a tenant's rules that are done in one transaction, where all they do is stored",
    { min: 1, max: 10_000 },
  ),
  ruleHops: wholeNumber("HELIO_RULE_HOPS", 5, "Rules that trigger one another, one after the other", {
    min: 1,
    max: 100,
  }),
  ruleInputsWaiting: wholeNumber(
    "HELIO_RULE_INPUTS_WAITING",
    1_000_000,
    "Changes that rules look at and have not looked at yet; beyond, such changes are refused for a while",
    { min: 1_000, max: 100_000_000 },
  ),
  backtestPoints: wholeNumber(
    "HELIO_BACKTEST_POINTS",
    5_000_000,
    "Points of a device that a backtest of a rule looks at",
    { min: 1_000, max: 1_000_000_000 },
  ),
} as const;
