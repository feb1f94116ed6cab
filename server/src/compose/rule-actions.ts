import type { RuleAction } from "@heliograph/contract";
import type { Logger } from "pino";
import type { Database } from "../adapters/sql/database.ts";
import { SqlLeaseStore } from "../adapters/sql/stores/lease-store.ts";
import { SqlRuleActionStore } from "../adapters/sql/stores/rule-action-store.ts";
import type { Alarms } from "../core/alarms/index.ts";
import type { Attributes } from "../core/attributes/index.ts";
import type { Transactions } from "../core/changes/index.ts";
import type { Commands } from "../core/commands/index.ts";
import { Lease } from "../core/leases/index.ts";
import { Courier, type CourierLimits, type CourierStore } from "../core/outbox/index.ts";
import {
  ActionDelivery,
  type ActionLimits,
  ActionPlan,
  type ActionTaker,
  type HopMarks,
  type Listening,
  publishAttribute,
  publishTelemetry,
  queueCommand,
} from "../core/rules/index.ts";
import type { Ingest } from "../core/telemetry/index.ts";
import type { Clock } from "../kernel/time.ts";
import type { Config } from "../settings/config.ts";
import { courierLimits, courierLog } from "./mail.ts";

/** What rules do things with. */
export interface ActionParts {
  readonly database: Database;
  readonly transactions: Transactions;
  readonly alarms: Alarms;
  readonly attributes: Attributes;
  readonly commands: Commands;
  readonly ingest: Ingest;
  readonly listening: Listening;
  readonly hops: HopMarks;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** What is told here holds no secret: a webhook is named by its id. */
const asItIs = { open: (body: string) => body };

export function composeRuleActions(config: Config, parts: ActionParts) {
  const { database, clock, logger } = parts;
  const actionStore = new SqlRuleActionStore(database);
  const delivery = new ActionDelivery({ ...parts, store: actionStore });
  delivery.serve(publishTelemetry(parts.ingest, parts.hops));
  delivery.serve(led(parts.listening, publishAttribute(parts.attributes)));
  delivery.serve(led(parts.listening, queueCommand(parts.commands)));
  const limits = { ...courierLimits(config), attempts: Number.POSITIVE_INFINITY }; // as often as the time allows
  const courierOf = (name: string, store: CourierStore, changes: Partial<CourierLimits>): Courier => {
    const lease = new Lease({ store: new SqlLeaseStore(database), clock }, name, config.workLease);
    const around = { sealer: asItIs, consumers: [delivery], clock, log: courierLog(logger) };
    return new Courier({ store, lease, ...around }, { ...limits, ...changes });
  };
  const couriers = [
    courierOf("rule-actions", delivery.outward, {}),
    // One transaction of a tenant after another: two at once would wait for each other.
    courierOf("stored-rule-actions", delivery.stored, { perTenant: 1, together: config.ruleActionsTogether }),
  ];
  const wake = () => {
    for (const courier of couriers) courier.wake();
  };
  const plan = new ActionPlan({ store: actionStore, clock, wake }, limitsOf(config));
  return { delivery, couriers, plan, actionStore };
}

/** What it changes was led to by the rules that led to it. */
const led = <Kind extends RuleAction["kind"]>(listening: Listening, taker: ActionTaker<Kind>): ActionTaker<Kind> => ({
  ...taker,
  carryOut: (order, signal) =>
    listening.ledBy(
      () => order.hops,
      () => taker.carryOut(order, signal),
    ),
});

const limitsOf = (config: Config): ActionLimits => ({
  perHour: config.ruleActionsPerHour,
  hops: config.ruleHops,
  waitingPerTenant: config.ruleActionsWaiting,
  spanMs: config.ruleActionSpan,
});
