import type { RuleDefinition, RuleMode } from "@heliograph/contract";
import { parseJsonText } from "@heliograph/contract/json-text";
import { keptState, type Rule, type StoredState, stateIn, unreadableDefinition } from "../../../core/rules/index.ts";
import type { DeviceId, RuleId, TenantId } from "../../../kernel/ids.ts";
import { foldCase } from "../../../kernel/text.ts";
import { epochMs } from "../../../kernel/time.ts";
import type { Tables } from "../tables.ts";

/** Until what it left behind is cleared away, a deleted rule is of this mode. */
export const deleted = "DELETED";

export const ruleOf = (row: Omit<Tables["rules"], "name_key">): Rule => ({
  id: row.id as RuleId,
  tenantId: row.tenant_id as TenantId,
  ...contentOf(row),
  version: Number(row.version),
  createdTime: epochMs(Number(row.created_time)),
  updatedTime: epochMs(Number(row.updated_time)),
});

export const contentOf = (row: Pick<Tables["rules"], "name" | "description" | "mode" | "definition">) => ({
  name: row.name,
  description: row.description,
  mode: row.mode as RuleMode,
  definition: definitionIn(row.definition),
});

/** Checked when it was saved; what a hand made of it since concerns this rule alone. */
function definitionIn(text: string): RuleDefinition {
  try {
    const definition = parseJsonText(text) as RuleDefinition | null;
    return definition ?? unreadableDefinition;
  } catch {
    return unreadableDefinition;
  }
}

export const ruleRow = (rule: Rule): Tables["rules"] => ({
  id: rule.id,
  tenant_id: rule.tenantId,
  name: rule.name,
  name_key: foldCase(rule.name),
  description: rule.description,
  mode: rule.mode,
  version: rule.version,
  definition: JSON.stringify(rule.definition),
  created_time: rule.createdTime,
  updated_time: rule.updatedTime,
});

export const stateOf = (row: Tables["rule_states"]): StoredState => ({
  ruleId: row.rule_id as RuleId,
  deviceId: row.device_id as DeviceId,
  ...stateIn(row.state),
  due: row.due === null ? null : Number(row.due),
  alarmType: row.alarm_type,
  seen: parseJsonText(row.seen) as StoredState["seen"], // written by us
});

export const stateRow = ({ ruleId, deviceId, state, failure, due, alarmType, seen }: StoredState) => ({
  rule_id: ruleId as string,
  device_id: deviceId as string,
  state: keptState({ state, failure }),
  due,
  alarm_type: alarmType,
  seen,
});
