import { longestShelvingMs } from "@heliograph/contract";
import type { AlarmId } from "../../kernel/ids.ts";
import { type Clock, type EpochMs, epochMs } from "../../kernel/time.ts";
import { currentActor } from "../audit/index.ts";
import type { Transactions } from "../changes/index.ts";
import type { Reach } from "../projects/index.ts";
import type { AlarmInfo } from "./alarm.ts";
import { type AlarmComments, byActor } from "./alarm-comments.ts";
import type { AlarmHandling, HandledAlarm, Handling } from "./alarm-handling.ts";
import type { AlarmStore, DueShelf } from "./alarm-store.ts";
import type { Alarms } from "./alarms.ts";
import { alarmIsCleared, shelvingOver } from "./errors.ts";

interface ShelvingParts {
  readonly store: AlarmStore;
  readonly alarms: Alarms;
  readonly handling: AlarmHandling;
  readonly comments: AlarmComments;
  readonly transactions: Transactions;
  readonly clock: Clock;
}

/** For how long, and why. */
export interface WantedShelving {
  readonly until: EpochMs;
  readonly reason: string;
}

const endedAtOnce = 500;

/**
 * Nobody is told of an alarm for a time [ALM3]. It holds for a device and a type: an alarm that clears and comes back
 * is still shelved. It ends by itself; the row in the store is the timer, so no restart forgets it.
 */
export class Shelving {
  readonly #parts: ShelvingParts;

  constructor(parts: ShelvingParts) {
    this.#parts = parts;
  }

  async shelve(reach: Reach, id: AlarmId, wanted: WantedShelving): Promise<AlarmInfo> {
    return this.#parts.handling.one(reach, id, this.#shelving(wanted));
  }

  async shelveMany(reach: Reach, ids: readonly AlarmId[], wanted: WantedShelving): Promise<readonly HandledAlarm[]> {
    return this.#parts.handling.many(reach, ids, this.#shelving(wanted));
  }

  unshelve(reach: Reach, id: AlarmId): Promise<AlarmInfo> {
    const { store, comments, handling, alarms } = this.#parts;
    return handling.one(reach, id, {
      action: "UPDATED",
      step: async (alarm) => ((await store.unshelve(alarm.originator, alarm.type)) ? { ...alarm } : alarm),
      note: async (alarm) => {
        await comments.note(alarm, "UNSHELVED", `Shelving ended${byActor()}`);
        await alarms.awake(alarm);
      },
      facts: { before: { shelved: true }, after: { shelved: false } },
    });
  }

  /** Now and then: what is over ends. Set clocks are followed: the end is a time of day that somebody chose. */
  async sweep(): Promise<void> {
    for (;;) {
      const due = await this.#parts.store.dueShelves(this.#parts.clock(), endedAtOnce);
      for (const shelf of due) await this.#end(shelf);
      if (due.length < endedAtOnce) return;
    }
  }

  /** Each for itself: with the end, in one transaction, goes what has to follow from it for an alarm still active. */
  #end(shelf: DueShelf): Promise<void> {
    const { store, alarms, comments, transactions } = this.#parts;
    return transactions.run(async () => {
      const open = await store.lockOpen(shelf.originator, shelf.type);
      if (!(await store.endShelf(shelf)) || !open) return;
      await comments.note(open, "UNSHELVED", "Shelving ended");
      await alarms.awake(open);
    });
  }

  #shelving({ until, reason }: WantedShelving): Handling {
    const { store, comments, clock } = this.#parts;
    const now = clock();
    if (until <= now || until > now + longestShelvingMs) throw shelvingOver();
    return {
      action: "UPDATED",
      step: async (alarm) => {
        if (alarm.cleared) throw alarmIsCleared();
        const { tenantId, originator, type } = alarm;
        const by = currentActor()?.name ?? "";
        await store.shelve({ tenantId, originator, type, until, reason, by, since: epochMs(now) });
        return { ...alarm };
      },
      note: (alarm) => {
        const text = `Shelved until ${new Date(until).toISOString()}${byActor()}: ${reason}`;
        return comments.note(alarm, "SHELVED", text, { until, reason });
      },
      facts: { before: {}, after: { shelved: true, shelvedUntil: until, reason } },
    };
  }
}
