import type { AlarmId, DeviceId } from "../../../kernel/ids.ts";
import { type SaidFailure, saidIn, stillDoes } from "../actions/failure-alarms.ts";
import { newest } from "./backlog.ts";
import type { LeftState, LiveRuleStore } from "./live-rule-store.ts";
import type { RunningRules } from "./running-rules.ts";

/** Alarms that are looked at in one go. */
const lookedAtOnce = 200;

/** That a rule failed at a device. */
export interface FailureAt extends SaidFailure {
  readonly deviceId: DeviceId;
}

/** Alarms that say that a rule failed which does not do that any more: nobody would ever clear them [RUL5, ALM1]. */
export class LeftFailures {
  readonly #store: Pick<LiveRuleStore, "failureAlarms" | "inForce" | "devices">;
  readonly #running: Pick<RunningRules, "mayBeFor">;
  #after: AlarmId | undefined;
  /** Counts up whenever it is to begin anew. */
  #searches = 0;

  constructor(
    store: Pick<LiveRuleStore, "failureAlarms" | "inForce" | "devices">,
    running: Pick<RunningRules, "mayBeFor">,
  ) {
    this.#store = store;
    this.#running = running;
  }

  /** Rules are others, or for others: all of them are looked at again. */
  restart(): void {
    this.#after = undefined;
    this.#searches++;
  }

  /** Looks at the next ones; true when these were the last. */
  async clearSome(end: (left: readonly LeftState[]) => Promise<void>): Promise<boolean> {
    const search = this.#searches;
    const alarms = await this.#store.failureAlarms(this.#after, lookedAtOnce);
    const said = alarms.flatMap((alarm) => {
      const failure = saidIn(alarm.details);
      return failure ? [{ ...failure, ...alarm }] : [];
    });
    const isOver = await this.#overAmong(said);
    const left = said.filter(isOver).map(({ type, ...alarm }) => ({ ...alarm, alarmType: type }));
    if (left.length > 0) await end(left);
    const isLast = alarms.length < lookedAtOnce;
    if (search === this.#searches) this.#after = isLast ? undefined : alarms.at(-1)?.id;
    return isLast;
  }

  async isOver(failure: FailureAt): Promise<boolean> {
    const isOver = await this.#overAmong([failure]);
    return isOver(failure);
  }

  async #overAmong(failures: readonly FailureAt[]): Promise<(failure: FailureAt) => boolean> {
    if (failures.length === 0) return () => false;
    const ids = new Set(failures.map(({ ruleId }) => ruleId));
    const rules = new Map((await this.#store.inForce(newest, [...ids])).map((rule) => [rule.id, rule]));
    const devices = await this.#store.devices([...new Set(failures.map(({ deviceId }) => deviceId))]);
    const deviceOf = new Map(devices.map((device) => [device.id, device]));
    return (failure) => {
      const device = deviceOf.get(failure.deviceId);
      if (!stillDoes(rules.get(failure.ruleId), failure)) return true;
      return device !== undefined && !this.#running.mayBeFor(failure.ruleId, device);
    };
  }
}
