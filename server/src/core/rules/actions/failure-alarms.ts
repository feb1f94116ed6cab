import { nameMaxLength } from "@heliograph/contract";
import { epochMs } from "../../../kernel/time.ts";
import type { AlarmChange } from "../../alarms/index.ts";
import type { ActionOrder } from "./planned-action.ts";

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
  type: `Rule failed: ${rule.name}`.slice(0, nameMaxLength).trimEnd(),
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
