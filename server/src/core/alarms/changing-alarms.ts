import type { AlarmSeverity } from "@heliograph/contract";
import type { DeviceId, TenantId } from "../../kernel/ids.ts";
import type { EpochMs } from "../../kernel/time.ts";
import type { Alarm, AlarmName } from "./alarm.ts";
import type { AlarmChange, Clearing } from "./alarm-change.ts";
import { cleared, newAlarm, type Raise, seenAgain } from "./raised-alarm.ts";

/** One alarm while several things happen to it. */
export interface ChangingAlarm {
  /** As it was before all of this; a new one was not. */
  readonly before: Alarm | undefined;
  readonly isNew: boolean;
  alarm: Alarm;
  /** What made it, if it is new: it is done anew where somebody else was quicker. */
  readonly raises: AlarmChange[];
  /** Nobody is to be told of any of it [RUL3]. */
  isQuiet: boolean;
}

export interface SeverityChange {
  readonly of: ChangingAlarm;
  readonly before: Alarm;
  readonly severity: AlarmSeverity;
}

const keyOf = ({ originator, type }: AlarmName): string => `${originator.id} ${type}`;

/** Alarms to which one thing after another happens, before any of it is stored. */
export class ChangingAlarms {
  readonly #open: Map<string, ChangingAlarm>;
  readonly #openOf: Map<DeviceId, number>;
  readonly #begunIn = new Map<TenantId, number>();
  readonly #changed = new Set<ChangingAlarm>();
  readonly severities: SeverityChange[] = [];

  /** Those that are not cleared, and how many of each device are not, of whatever type. */
  constructor(open: readonly Alarm[], openOf: ReadonlyMap<DeviceId, number>) {
    this.#open = new Map(
      open.map((alarm) => [keyOf(alarm), { isNew: false, before: alarm, alarm, raises: [], isQuiet: true }]),
    );
    this.#openOf = new Map(openOf);
  }

  openOf(device: DeviceId): number {
    return this.#openOf.get(device) ?? 0;
  }

  /** How many are new in a tenant. */
  begunIn(tenant: TenantId): number {
    return this.#begunIn.get(tenant) ?? 0;
  }

  has(name: AlarmName): boolean {
    return this.#open.has(keyOf(name));
  }

  /** Seen for the first time. */
  begin(change: AlarmChange & Raise, now: EpochMs): ChangingAlarm {
    const begun = {
      isNew: true,
      before: undefined,
      alarm: newAlarm(change, now),
      raises: [change],
      isQuiet: change.isQuiet === true,
    };
    this.#open.set(keyOf(change), begun);
    this.#openOf.set(change.originator.id, this.openOf(change.originator.id) + 1);
    this.#begunIn.set(change.tenantId, this.begunIn(change.tenantId) + 1);
    this.#changed.add(begun);
    return begun;
  }

  seeAgain(change: AlarmChange & Raise): ChangingAlarm | undefined {
    const of = this.#open.get(keyOf(change));
    if (!of) return undefined;
    const before = of.alarm;
    of.raises.push(change);
    of.alarm = seenAgain(before, change);
    if (of.alarm === before) return of;
    if (change.isQuiet !== true) of.isQuiet = false;
    this.#changed.add(of);
    if (of.alarm.severity !== before.severity) this.severities.push({ of, before, severity: of.alarm.severity });
    return of;
  }

  /** Nothing where there is none, or it is not over. */
  clear(clearing: Clearing, isOver: (open: Alarm) => boolean): ChangingAlarm | undefined {
    const of = this.#open.get(keyOf(clearing));
    if (!of || !isOver(of.alarm)) return of;
    of.alarm = cleared(of.alarm, clearing.ts, clearing.details);
    this.#open.delete(keyOf(clearing));
    this.#openOf.set(clearing.originator.id, this.openOf(clearing.originator.id) - 1);
    this.#changed.add(of);
    return of;
  }

  get changed(): readonly ChangingAlarm[] {
    return [...this.#changed];
  }
}
