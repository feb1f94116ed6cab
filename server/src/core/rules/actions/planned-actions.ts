import type { RuleAction } from "@heliograph/contract";
import type { AlarmId } from "../../../kernel/ids.ts";
import { epochMs } from "../../../kernel/time.ts";
import type { Happened } from "../live/happened.ts";
import { comparedLimits } from "../step/compared-limits.ts";
import type { Transition } from "../step/transition.ts";
import type { PlannedAction, Skipped } from "./planned-action.ts";

/** What is done to something outside, which cannot be taken back: not because of something that is late [RUL3]. */
const tellsOthers: ReadonlySet<RuleAction["kind"]> = new Set(["NOTIFY", "WEBHOOK", "COMMAND", "REPORT"]);

/** The actions that follow from what happened, in order; those that are not to be done say why [RUL4]. */
export function* plannedActions(
  happened: Happened,
  alarmId: AlarmId | null,
  hopsAtMost: number,
): Generator<PlannedAction> {
  const { of, transition, id, hops } = happened;
  const { rule } = of.ready;
  if (rule.mode !== "LIVE" || transition.occasion === null) return;
  for (const [place, action] of rule.definition.actions.entries()) {
    if (!isFor(action, transition)) continue;
    const named = { id: rule.id, name: rule.name, version: rule.version };
    const key = `${id}:${place}`;
    const { deviceId } = of;
    const limits = isMessage(action) ? { limits: comparedLimits(rule.definition, transition) } : {};
    const about = { tenantId: rule.tenantId, deviceId, rule: named, transition, alarmId, ...limits };
    const order = { key, ...about, action, hops: hops + 1 };
    const skipped = skippedOf(action, transition, hops, hopsAtMost);
    const time = epochMs(Math.round(transition.now));
    yield { ruleId: rule.id, deviceId, order, transitionId: id, place, time, skipped };
  }
}

const isMessage = ({ kind }: RuleAction): boolean => kind === "NOTIFY" || kind === "WEBHOOK";

const isFor = ({ on, severities }: RuleAction, { occasion, severity }: Transition): boolean =>
  occasion !== null && on.includes(occasion) && (!severities || (severity !== null && severities.includes(severity)));

function skippedOf(action: RuleAction, transition: Transition, hops: number, hopsAtMost: number): Skipped | null {
  if (hops >= hopsAtMost) return { reason: `${hops} rules one after another led to it`, isFailure: true };
  if (transition.isQuiet && tellsOthers.has(action.kind))
    return { reason: "it is late, or too long ago", isFailure: false };
  const isUnknown =
    "input" in action && action.input !== undefined && (transition.values[action.input] ?? null) === null;
  return isUnknown ? { reason: `the value of ${action.input} is unknown`, isFailure: false } : null;
}
