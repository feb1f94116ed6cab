import type { NotifyAction, WebhookAction } from "@heliograph/contract";
import { readingsIn } from "../../../notifications/index.ts";
import type { ActionOrder } from "../planned-action.ts";

/** What a rule tells of a transition, however it is told. */
export function toldBy({
  key,
  tenantId,
  deviceId,
  rule,
  action,
  transition,
  limits,
}: ActionOrder<NotifyAction | WebhookAction>) {
  const { occasion, severity, alarmType } = transition;
  const place = key.slice(key.lastIndexOf(":") + 1);
  return {
    ...{ key, tenantId, deviceId, alarmType, name: rule.name },
    group: `${rule.id}/${place}`,
    severity: severity ?? ("INDETERMINATE" as const),
    ts: Math.round(transition.ts),
    occasion: occasion ?? ("TOLD" as const),
    title: alarmType ?? rule.name,
    text: action.text ?? null,
    readings: readingsIn({ cause: transition.cause, values: transition.values, file: transition.file, limits }),
  };
}
