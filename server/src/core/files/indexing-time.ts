import type { TenantId } from "../../kernel/ids.ts";
import { monotonicMs } from "../../kernel/time.ts";

const minuteMs = 60_000;
const minutesPerHour = 60;
const msPerSecond = 1_000;

interface TimeLimits {
  /** Seconds per hour; 0 is no limit. */
  limitOf(tenant: TenantId): number;
  onUsedUp(tenant: TenantId, limit: number): void;
}

/** How long the files of each tenant were read within the last hour [QTA1]; from the start of the node on. */
export class IndexingTime {
  readonly #minutes = new Map<TenantId, Map<number, number>>();
  readonly #limits: TimeLimits;
  readonly #clock: () => number;

  constructor(limits: TimeLimits, clock: () => number = monotonicMs) {
    this.#limits = limits;
    this.#clock = clock;
  }

  used(tenant: TenantId, ms: number): void {
    const minutes = this.#minutes.get(tenant) ?? new Map<number, number>();
    this.#minutes.set(tenant, minutes);
    const minute = this.#minute();
    minutes.set(minute, (minutes.get(minute) ?? 0) + ms);
    for (const old of minutes.keys()) if (old <= minute - minutesPerHour) minutes.delete(old);
  }

  /** Where several nodes read files of a tenant: what the others have used, as far as they are heard. */
  elsewhere: (tenant: TenantId) => number = () => 0;

  tenants(): Iterable<TenantId> {
    return this.#minutes.keys();
  }

  /** Milliseconds, of all nodes. */
  of(tenant: TenantId): number {
    return this.hereOf(tenant) + this.elsewhere(tenant);
  }

  hereOf(tenant: TenantId): number {
    const oldest = this.#minute() - minutesPerHour;
    return [...(this.#minutes.get(tenant) ?? [])].reduce((sum, [minute, ms]) => (minute > oldest ? sum + ms : sum), 0);
  }

  /** Whose files wait until there is time for them again. */
  usedUp(): readonly TenantId[] {
    return [...this.#minutes.keys()].filter((tenant) => {
      const limit = this.#limits.limitOf(tenant);
      return limit > 0 && this.of(tenant) >= limit * msPerSecond;
    });
  }

  /** Somebody's files had to wait. */
  tell(tenants: readonly TenantId[]): void {
    for (const tenant of tenants) this.#limits.onUsedUp(tenant, this.#limits.limitOf(tenant));
  }

  forget(tenant: TenantId): void {
    this.#minutes.delete(tenant);
  }

  #minute(): number {
    return Math.floor(this.#clock() / minuteMs);
  }
}
