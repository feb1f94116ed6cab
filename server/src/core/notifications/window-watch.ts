import type { MaintenanceWindowId } from "../../kernel/ids.ts";
import { type Clock, type EpochMs, monotonicMs } from "../../kernel/time.ts";
import {
  type AlarmInfo,
  type AlarmQuery,
  type AlarmStore,
  concerns,
  type MaintenanceWindow,
  type MaintenanceWindows,
} from "../alarms/index.ts";
import type { Transactions } from "../changes/index.ts";
import { wholeTenant } from "../projects/index.ts";
import type { NoticeStore } from "./notice-store.ts";
import { byWindow, silenceTimerOf } from "./silences.ts";

interface Parts {
  readonly store: Pick<NoticeStore, "tenantsWithWindows" | "toldOf" | "saidByRules" | "setTimers">;
  readonly maintenance: Pick<MaintenanceWindows, "on">;
  readonly alarms: Pick<AlarmStore, "stream">;
  readonly transactions: Transactions;
  readonly clock: Clock;
}

/**
 * Alarms that were told before a maintenance window began are told again when it ends and they are still active [ALM3]: as each window
 * begins they get the timer that those have which begin in it.
 */
export class WindowWatch {
  readonly #parts: Parts;
  readonly #everyMs: number;
  /** Those that are on, of which it was done; after a restart it is done again, to the same end. */
  readonly #begun = new Set<MaintenanceWindowId>();
  #next = Number.NEGATIVE_INFINITY;

  constructor(parts: Parts, everyMs: number) {
    this.#parts = parts;
    this.#everyMs = everyMs;
  }

  async look(now = monotonicMs()): Promise<void> {
    if (now < this.#next) return;
    this.#next = now + this.#everyMs;
    const { store, maintenance } = this.#parts;
    const on: MaintenanceWindow[] = [];
    for (const tenant of await store.tenantsWithWindows()) on.push(...(await maintenance.on(tenant)));
    const ids = new Set(on.map(({ id }) => id));
    for (const id of this.#begun) if (!ids.has(id)) this.#begun.delete(id);
    for (const window of on.filter(({ id }) => !this.#begun.has(id))) {
      await this.#begin(window);
      this.#begun.add(window.id);
    }
  }

  async #begin(window: MaintenanceWindow): Promise<void> {
    for await (const alarms of this.#parts.alarms.stream(activeIn(window)))
      await this.#watch(
        window,
        alarms.filter((alarm) => concerns(window, alarm)),
      );
  }

  async #watch(window: MaintenanceWindow, alarms: readonly AlarmInfo[]): Promise<void> {
    const { store, transactions, clock } = this.#parts;
    if (alarms.length === 0) return;
    const ids = alarms.map(({ id }) => id);
    const before = [...(await store.toldOf(ids)), ...(await store.saidByRules(ids))];
    const told = new Set(before.map(({ alarmId }) => alarmId));
    const now: EpochMs = clock();
    const timers = alarms
      .filter(({ id }) => told.has(id))
      .map((alarm) => silenceTimerOf(alarm, byWindow(window), now, this.#everyMs));
    await transactions.run(() => store.setTimers(timers));
  }
}

const activeIn = ({ tenantId, deviceId, alarmType }: MaintenanceWindow): AlarmQuery => ({
  ...{ reach: wholeTenant(tenantId), deviceId: deviceId ?? undefined, searchStatuses: ["ACTIVE"], status: undefined },
  ...{ types: alarmType === null ? undefined : [alarmType], isUndone: false, severities: undefined },
  ...{ assigneeId: undefined, textSearch: undefined, startTime: undefined, endTime: undefined },
  ...{ sortProperty: "createdTime", descending: false },
});
