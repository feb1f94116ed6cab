import type { AlarmId, TenantId } from "../../../kernel/ids.ts";
import { type Clock, epochMs } from "../../../kernel/time.ts";
import type { Happened } from "../live/happened.ts";
import type { RuleActionStore } from "./action-store.ts";
import type { PlannedAction } from "./planned-action.ts";
import { plannedActions } from "./planned-actions.ts";

export interface ActionLimits {
  /** For one device by one action of a rule: more is taken for a loop. */
  readonly perHour: number;
  readonly hops: number;
  readonly waitingPerTenant: number;
  /** How long it is tried. */
  readonly spanMs: number;
}

interface PlanParts {
  readonly store: Pick<RuleActionStore, "add" | "counts" | "waiting">;
  readonly clock: Clock;
  /** There is something to do. */
  readonly wake: () => void;
}

type AlarmsOf = ReadonlyMap<Happened, AlarmId>;

const hourMs = 3_600_000;

/** Stores the actions that follow from transitions, in their transaction: all of them or none [RUL3, RUL4]. */
export class ActionPlan {
  readonly #parts: PlanParts;
  readonly #limits: ActionLimits;
  #isToWake = false;

  constructor(parts: PlanParts, limits: ActionLimits) {
    this.#parts = parts;
    this.#limits = limits;
  }

  /** With the alarms they are about. Returns those that are not done although the rule asks for them. */
  async add(happened: readonly Happened[], alarms: AlarmsOf = new Map()): Promise<readonly PlannedAction[]> {
    const { hops } = this.#limits;
    const acting = happened.filter(({ of }) => of.ready.rule.definition.actions.length > 0);
    const planned = acting.flatMap((one) => [...plannedActions(one, alarms.get(one) ?? null, hops)]);
    if (planned.length === 0) return planned;
    const limited = await this.#withinRoom(await this.#withinHour(planned));
    await this.#parts.store.add(limited, (time) => epochMs(time + this.#limits.spanMs));
    this.#isToWake = true;
    return limited.filter(({ skipped }) => skipped?.isFailure);
  }

  /** Where something was added: most of what rules decide asks for nothing, and a look for it costs as much as an action. */
  wake(): void {
    if (!this.#isToWake) return;
    this.#isToWake = false;
    this.#parts.wake();
  }

  /** By the time of the transitions: evaluated again, the same ones are left out. */
  async #withinHour(planned: readonly PlannedAction[]): Promise<readonly PlannedAction[]> {
    const first = Math.min(...planned.map(({ time }) => time));
    const counts = await this.#parts.store.counts(planned, epochMs(first - hourMs));
    const done = new Map(counts.map((one) => [nameOf(one), one.count]));
    return planned.map((one) => {
      if (one.skipped) return one;
      const count = done.get(nameOf(one)) ?? 0;
      const skipped = this.#tooOften(one, count);
      if (!skipped) done.set(nameOf(one), count + 1);
      return skipped ? { ...one, skipped } : one;
    });
  }

  #tooOften({ order }: PlannedAction, count: number) {
    const { atMostPerHour = Number.POSITIVE_INFINITY } = order.action;
    const { perHour } = this.#limits;
    if (count >= perHour) return { reason: `done ${perHour} times within an hour: perhaps a loop`, isFailure: true };
    return count >= atMostPerHour ? { reason: `at most ${atMostPerHour} times an hour`, isFailure: false } : undefined;
  }

  async #withinRoom(planned: readonly PlannedAction[]): Promise<readonly PlannedAction[]> {
    const tenants = [...new Set(planned.map(({ order }) => order.tenantId))];
    const waiting = new Map<TenantId, number>(await this.#parts.store.waiting(tenants));
    const most = this.#limits.waitingPerTenant;
    return planned.map((one) => {
      if (one.skipped) return one;
      const count = (waiting.get(one.order.tenantId) ?? 0) + 1;
      waiting.set(one.order.tenantId, count);
      return count > most
        ? { ...one, skipped: { reason: `${most} actions of the tenant wait`, isFailure: true } }
        : one;
    });
  }
}

const nameOf = ({ ruleId, deviceId, place }: Pick<PlannedAction, "ruleId" | "deviceId" | "place">): string =>
  `${ruleId} ${deviceId} ${place}`;
