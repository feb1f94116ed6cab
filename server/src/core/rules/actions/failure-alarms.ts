import { nameMaxLength } from "@heliograph/contract";
import type { RuleId } from "../../../kernel/ids.ts";
import { epochMs } from "../../../kernel/time.ts";
import type { AlarmChange } from "../../alarms/index.ts";
import type { Rule } from "../live/rule.ts";
import type { ActionOrder } from "./planned-action.ts";

/** What the types of these alarms begin with. */
const failureType = "Rule failed: ";

/** And those that tell people raise of a rule, with its id in the details as here. */
export const failureTypes = [failureType, "Nobody to tell: ", "Notification failed: "] as const;

/** An action of a rule at a device, its alarm, or the rule itself, and when that was. */
type Failed = Pick<ActionOrder, "tenantId" | "deviceId"> & {
  readonly transition: Pick<ActionOrder["transition"], "now">;
  readonly rule: Pick<ActionOrder["rule"], "id" | "name">;
  readonly action?: Pick<ActionOrder["action"], "kind">;
};

/** Alarms are of devices: that of a rule is at the device it failed at [RUL5]. Its times are those of what it follows from. */
const alarmOf = ({ tenantId, deviceId, rule }: Failed) => ({
  tenantId,
  originator: { type: "DEVICE" as const, id: deviceId },
  type: `${failureType}${rule.name}`.slice(0, nameMaxLength).trimEnd(),
});

const timeOf = ({ transition }: Failed) => epochMs(Math.round(transition.now));

export const failureOf = (of: Failed, failure: string): AlarmChange => ({
  kind: "raise",
  ...alarmOf(of),
  severity: "WARNING",
  startTs: timeOf(of),
  endTs: timeOf(of),
  details: { rule: of.rule.name, ruleId: of.rule.id, ...(of.action && { action: of.action.kind }), failure },
});

/** It works: nothing that happened later has failed. */
export const endOfFailure = (of: Failed): AlarmChange => ({ kind: "clear", ...alarmOf(of), ts: timeOf(of) });

/** Which rule failed, by the name it had, and what of it; undefined is the rule itself. */
export interface SaidFailure {
  readonly ruleId: RuleId;
  readonly rule: string;
  readonly action: string | undefined;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** What the details of such an alarm say; undefined where somebody else has raised it. */
export function saidIn(details: unknown): SaidFailure | undefined {
  if (typeof details !== "object" || details === null) return undefined;
  const { ruleId, rule, action } = details as Record<string, unknown>;
  if (typeof ruleId !== "string" || !uuid.test(ruleId) || typeof rule !== "string") return undefined;
  return { ruleId: ruleId as RuleId, rule, action: typeof action === "string" ? action : undefined };
}

/** Whether a rule, as it is now, does what failed: else no success would ever clear the alarm [ALM1]. */
export function stillDoes(rule: Pick<Rule, "name" | "mode" | "definition"> | undefined, said: SaidFailure): boolean {
  if (rule?.mode !== "LIVE" || rule.name !== said.rule) return false;
  const { actions } = rule.definition as Partial<Rule["definition"]>; // it may be one that cannot be read any more
  return said.action === undefined || !actions || actions.some(({ kind }) => kind === said.action);
}
