import type { DeviceId, TenantId } from "../../kernel/ids.ts";
import { monotonicMs } from "../../kernel/time.ts";
import type { AlarmStore } from "./alarm-store.ts";
import { alarmTypesTooMany, tooManyAlarms } from "./errors.ts";

export interface AlarmLimits {
  /** All of a tenant; beyond, the oldest that are cleared give way. */
  readonly perTenant: number;
  /** Of a device, not cleared. */
  readonly openPerDevice: number;
  readonly detailsBytes: number;
  readonly commentsPerAlarm: number;
  readonly windowsPerTenant: number;
  /** Cleared ones are kept so long. */
  readonly retentionMs: number;
}

/** Those that give way at once: so the next ones need not count. */
const removedAtOnce = 100;
/** Other nodes raise alarms, too. */
const countedAgainAfterMs = 10 * 60_000;

/** Whether there is room for one more alarm. To count all of a tenant each time would take longer than to raise it. */
export class AlarmRoom {
  readonly #store: AlarmStore;
  readonly #limits: AlarmLimits;
  readonly #known = new Map<TenantId, { count: number; readonly countedAt: number }>();

  constructor(store: AlarmStore, limits: AlarmLimits) {
    this.#store = store;
    this.#limits = limits;
  }

  /** Inside the transaction in which it is raised. */
  async admit(tenant: TenantId, device: DeviceId): Promise<void> {
    await this.admitBeside(tenant, await this.#store.countOpen(device, this.#limits.openPerDevice));
  }

  /** So many of its device are not cleared, and so many of the tenant were admitted and are not stored yet. */
  admitBeside(tenant: TenantId, open: number, unstored = 0): Promise<void> | undefined {
    const { perTenant, openPerDevice } = this.#limits;
    if (open >= openPerDevice) throw alarmTypesTooMany(openPerDevice);
    const known = this.#fresh(tenant);
    if (!known || known.count >= perTenant) return this.#makeRoom(tenant, unstored);
    known.count++;
    return undefined; // nearly always: of hundreds none waits for another
  }

  async #makeRoom(tenant: TenantId, unstored: number): Promise<void> {
    const { perTenant } = this.#limits;
    const known = await this.#count(tenant, unstored);
    if (known.count >= perTenant) {
      const removed = await this.#store.removeOldestCleared(tenant, Math.min(removedAtOnce, perTenant));
      if (removed === 0) throw tooManyAlarms(perTenant);
      known.count -= removed;
    }
    known.count++;
  }

  forget(tenant: TenantId): void {
    this.#known.delete(tenant);
  }

  #fresh(tenant: TenantId) {
    const known = this.#known.get(tenant);
    return known && monotonicMs() - known.countedAt < countedAgainAfterMs ? known : undefined;
  }

  async #count(tenant: TenantId, unstored: number) {
    const known = { count: (await this.#store.countIn(tenant)) + unstored, countedAt: monotonicMs() };
    this.#known.set(tenant, known);
    return known;
  }
}
