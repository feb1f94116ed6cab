import { nameMaxLength } from "@heliograph/contract";
import { epochMs } from "../../../kernel/time.ts";
import type { AlarmChange } from "../../alarms/index.ts";
import type { ActionOrder } from "./planned-action.ts";

/** An action of a rule at a device, or its alarm, and what it follows from. */
type Failed = Pick<ActionOrder, "tenantId" | "deviceId" | "transition"> & {
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
