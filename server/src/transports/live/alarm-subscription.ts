import type { AlarmInfoRecord, Permission, WatchAlarmsFrame } from "@heliograph/contract";
import { type Principal, permissionDenied, reachFor } from "../../core/access/index.ts";
import type { Events } from "../../core/events/index.ts";
import type { Reach } from "../../core/projects/index.ts";
import { AppError } from "../../kernel/errors.ts";
import type { AlarmId } from "../../kernel/ids.ts";
import type { LiveSubscription } from "./live-subscription.ts";
import { alarmChangeFrame, alarmStateFrame, endedFrame } from "./server-frame.ts";

/** Alarms as REST answers them, those that are there for a reach. */
export interface AlarmSource {
  some(reach: Reach, ids: readonly AlarmId[]): Promise<readonly AlarmInfoRecord[]>;
}

export interface AlarmReader {
  readonly principal: () => Principal | undefined;
  /** Changes remembered for it while it is slow. */
  readonly maxChanges: number;
  readonly onNews: (subscription: AlarmSubscription) => void;
}

const needed: readonly Permission[] = ["VIEW_ALARMS"];

/**
 * The alarms of all devices within reach [ALM4]. An event names an alarm; what it is then is read when it is told, within the
 * reader's reach of that moment. A reader that is given a `state` reads its list again.
 */
export class AlarmSubscription implements LiveSubscription {
  readonly id: number;
  readonly #source: AlarmSource;
  readonly #reader: AlarmReader;
  readonly #changed = new Set<AlarmId>();
  #stateIsDue = true;
  #ended: { readonly reason: unknown } | undefined;
  #isStopped = false;

  constructor({ id }: WatchAlarmsFrame, source: AlarmSource, reader: AlarmReader) {
    this.id = id;
    this.#source = source;
    this.#reader = reader;
  }

  get hasEnded(): boolean {
    return this.#ended !== undefined;
  }

  get isStopped(): boolean {
    return this.#isStopped;
  }

  start(): void {
    this.#reader.onNews(this);
  }

  stop(): void {
    this.#isStopped = true;
  }

  end(reason: unknown): void {
    if (this.#ended || this.#isStopped) return;
    this.#ended = { reason };
    this.#reader.onNews(this);
  }

  recheck(): void {
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
    this.#reader.onNews(this);
  }

  async takeFrame(): Promise<string | undefined> {
    if (this.#ended) return endedFrame(this.id, this.#ended.reason);
    try {
      return await this.#frame();
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      this.end(error);
      return undefined;
    }
  }

  async #frame(): Promise<string | undefined> {
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
