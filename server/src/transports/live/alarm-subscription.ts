import type { AlarmInfoRecord, Permission, WatchAlarmsFrame } from "@heliograph/contract";
import { type Principal, permissionDenied, reachFor } from "../../core/access/index.ts";
import type { Events } from "../../core/events/index.ts";
import type { Reach } from "../../core/projects/index.ts";
import type { AlarmId } from "../../kernel/ids.ts";
import type { LiveSubscription } from "./live-subscription.ts";
import { alarmChangeFrame, alarmStateFrame } from "./server-frame.ts";
import { ToldSubscription } from "./told-subscription.ts";

/** Alarms as REST answers them, those that are there for a reach. */
export interface AlarmSource {
  some(reach: Reach, ids: readonly AlarmId[]): Promise<readonly AlarmInfoRecord[]>;
}

export interface AlarmReader {
  readonly principal: () => Principal | undefined;
  /** Changes remembered for it while it is slow. */
  readonly maxChanges: number;
  readonly onNews: (subscription: LiveSubscription) => void;
}

const needed: readonly Permission[] = ["VIEW_ALARMS"];

/**
 * The alarms of all devices within reach [ALM4]. An event names an alarm; what it is then is read when it is told, within the
 * reader's reach of that moment. A reader that is given a `state` reads its list again.
 */
export class AlarmSubscription extends ToldSubscription {
  readonly #source: AlarmSource;
  readonly #reader: AlarmReader;
  readonly #changed = new Set<AlarmId>();
  #stateIsDue = true;

  constructor({ id }: WatchAlarmsFrame, source: AlarmSource, reader: AlarmReader) {
    super(id, reader.onNews);
    this.#source = source;
    this.#reader = reader;
  }

  override recheck(): void {
    try {
      this.requireReach();
    } catch (error) {
      this.end(error);
    }
  }

  /** Throws when the reader may not see alarms anywhere; a system administrator is in no tenant. */
  requireReach(): Reach {
    const principal = this.#reader.principal();
    const reach = principal?.permissions.has("VIEW_ALARMS") ? reachFor(principal, needed) : undefined;
    if (!reach) throw permissionDenied([...needed]);
    return reach;
  }

  changed({ tenantId, alarmId, isGone }: Events["alarm-changed"]): void {
    if (this.#reader.principal()?.tenantId !== tenantId) return;
    if (isGone || this.#changed.size >= this.#reader.maxChanges) this.#startOver();
    else if (!this.#stateIsDue) this.#changed.add(alarmId);
    this.tell();
  }

  protected override async nextFrame(): Promise<string | undefined> {
    const reach = this.requireReach();
    if (this.#stateIsDue) {
      this.#stateIsDue = false;
      return alarmStateFrame(this.id);
    }
    const ids = [...this.#changed];
    this.#changed.clear();
    const alarms = await this.#source.some(reach, ids);
    return alarms.length === 0 ? undefined : alarmChangeFrame(this.id, alarms);
  }

  #startOver(): void {
    this.#stateIsDue = true;
    this.#changed.clear();
  }
}
