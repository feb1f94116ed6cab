import type { RuleAction } from "@heliograph/contract";
import type { OutboxEntry } from "../../../core/outbox/index.ts";
import {
  type ActionResult,
  type ActionStatus,
  type PlannedAction,
  ruleActionTopic,
} from "../../../core/rules/index.ts";
import type { OutboxId, TenantId } from "../../../kernel/ids.ts";
import { type EpochMs, epochMs } from "../../../kernel/time.ts";
import type { JsonColumns } from "../json-rows.ts";
import type { Tables } from "../tables.ts";

type Row = Omit<Tables["rule_actions"], "seq">;

export const actionColumns: JsonColumns<Row> = {
  key: "text",
  tenant_id: "uuid",
  rule_id: "uuid",
  device_id: "uuid",
  transition_id: "uuid",
  place: "bigint",
  kind: "text",
  body: "text",
  time: "bigint",
  not_after: "bigint",
  status: "text",
  attempts: "bigint",
  next_attempt: "bigint",
  finished_time: "bigint",
  result: "text",
};

/** What is skipped is over when it is stored. */
export function actionRow({ order, transitionId, place, time, skipped }: PlannedAction, notAfter: EpochMs): Row {
  return {
    key: order.key,
    tenant_id: order.tenantId,
    rule_id: order.rule.id,
    device_id: order.deviceId,
    transition_id: transitionId,
    place,
    kind: order.action.kind,
    body: JSON.stringify(order),
    time,
    not_after: notAfter,
    status: skipped ? "SKIPPED" : "WAITING",
    attempts: 0,
    next_attempt: skipped ? null : time,
    finished_time: skipped ? time : null,
    result: skipped?.reason ?? null,
  };
}

/** As the courier takes it; its key is its id. */
export const entryOf = (row: Row): OutboxEntry => ({
  id: row.key as OutboxId,
  tenantId: row.tenant_id as TenantId,
  topic: ruleActionTopic,
  key: row.key,
  summary: row.kind,
  body: row.body,
  createdTime: epochMs(Number(row.time)),
  notAfter: epochMs(Number(row.not_after)),
  attempts: Number(row.attempts),
  nextAttempt: timeOf(row.next_attempt),
  givenUpTime: null,
  failure: row.result,
});

export const resultOf = (row: Row): ActionResult => ({
  key: row.key,
  transitionId: row.transition_id,
  place: Number(row.place),
  kind: row.kind as RuleAction["kind"],
  status: row.status as ActionStatus,
  attempts: Number(row.attempts),
  nextAttempt: timeOf(row.next_attempt),
  finishedTime: timeOf(row.finished_time),
  result: row.result,
});

const timeOf = (time: number | null): EpochMs | null => (time === null ? null : epochMs(Number(time)));
