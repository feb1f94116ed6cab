import type { AuditAction } from "@heliograph/contract";
import { AppError } from "../../kernel/errors.ts";
import type { AlarmId, UserId } from "../../kernel/ids.ts";
import { type EpochMs, epochMs } from "../../kernel/time.ts";
import type { Audit, AuditedAct, Facts } from "../audit/index.ts";
import type { Devices } from "../devices/index.ts";
import type { Reach } from "../projects/index.ts";
import { type Alarm, type AlarmInfo, statusOf } from "./alarm.ts";
import type { AlarmAssignees } from "./alarm-assignees.ts";
import { byActor } from "./alarm-comments.ts";
import { alarmMissing } from "./alarm-missing.ts";
import type { HeldAlarm } from "./alarm-store.ts";
import type { AlarmParts, Alarms } from "./alarms.ts";
import { alarmIsAnothers } from "./errors.ts";
import { acknowledged, cleared, type Raise } from "./raised-alarm.ts";

/** What somebody says of an alarm. */
export interface WantedAlarm extends Omit<Raise, "tenantId" | "endTs"> {
  readonly id?: AlarmId;
  readonly endTs?: EpochMs;
  readonly acknowledge: boolean;
  readonly clear: boolean;
  readonly assigneeId?: UserId;
}

/** What became of one of many. */
export interface HandledAlarm {
  readonly id: AlarmId;
  readonly changed: boolean;
  /** Why it was refused. */
  readonly error: string | null;
}

interface HandlingParts extends AlarmParts {
  readonly alarms: Alarms;
  readonly devices: Pick<Devices, "require">;
  readonly assignees: AlarmAssignees;
  readonly audit: Audit;
}

/** How an alarm is changed, and what is said about it. */
export interface Handling {
  readonly action: AuditAction;
  /** Returns the alarm itself where there is nothing to change. */
  readonly step: (alarm: HeldAlarm) => Alarm | Promise<Alarm>;
  readonly note: (after: Alarm) => Promise<void>;
  /** For the audit log, what is not in the alarm itself, before and since: without it such a change would be none. */
  readonly facts?: { readonly before: Facts; readonly after: Facts };
}

/** Alarms per transaction: others who write are let in between. */
const handledAtOnce = 100;

/** What people do with alarms [ALM2]: each change is on record [AUD1], and doing it twice is as once. */
export class AlarmHandling {
  readonly #parts: HandlingParts;

  constructor(parts: HandlingParts) {
    this.#parts = parts;
  }

  /** Raises it, or changes the one it names. */
  async save(reach: Reach, wanted: WantedAlarm): Promise<AlarmInfo> {
    const { id, acknowledge, clear, assigneeId } = wanted;
    this.#parts.alarms.requireDetails(wanted.details);
    await this.#parts.devices.require(reach, wanted.originator.id);
    return this.#parts.transactions.run(async () => {
      const saved = id === undefined ? await this.#raise(reach, wanted) : await this.#update(reach, id, wanted);
      if (assigneeId !== undefined) await this.#handle(reach, saved, this.#assignment(assigneeId));
      if (acknowledge) await this.#handle(reach, saved, this.#acknowledgement);
      if (clear) await this.#handle(reach, saved, this.#clearing);
      return this.#parts.alarms.require(reach, saved);
    });
  }

  acknowledge = (reach: Reach, id: AlarmId): Promise<AlarmInfo> => this.one(reach, id, this.#acknowledgement);
  clear = (reach: Reach, id: AlarmId): Promise<AlarmInfo> => this.one(reach, id, this.#clearing);
  assign = (reach: Reach, id: AlarmId, to: UserId | null): Promise<AlarmInfo> =>
    this.one(reach, id, this.#assignment(to));

  acknowledgeMany = (reach: Reach, ids: readonly AlarmId[]) => this.many(reach, ids, this.#acknowledgement);
  clearMany = (reach: Reach, ids: readonly AlarmId[]) => this.many(reach, ids, this.#clearing);
  assignMany = (reach: Reach, ids: readonly AlarmId[], to: UserId | null) =>
    this.many(reach, ids, this.#assignment(to));

  async remove(reach: Reach, id: AlarmId): Promise<void> {
    const { audit, transactions, store, alarms } = this.#parts;
    await audit.change(actOn(reach, id, "DELETED"), (notes) =>
      transactions.run(async () => {
        const alarm = await this.#hold(reach, id);
        notes.entity(alarm.type);
        notes.before(factsOf(alarm));
        await store.remove(alarm);
        alarms.changed(alarm, true);
      }),
    );
  }

  /** In slices, each stored when the next begins. In the order of their ids: two who do this at once wait, and go on. */
  async many(reach: Reach, ids: readonly AlarmId[], handling: Handling): Promise<readonly HandledAlarm[]> {
    const [named, sorted] = [[...new Set(ids)], [...new Set(ids)].sort()];
    const results = new Map<AlarmId, HandledAlarm>();
    for (let at = 0; at < sorted.length; at += handledAtOnce) {
      const slice = sorted.slice(at, at + handledAtOnce);
      const done = await this.#parts.transactions.run(async () => {
        const handled: HandledAlarm[] = [];
        for (const id of slice) handled.push(await this.#tried(reach, id, handling));
        return handled;
      });
      for (const one of done) results.set(one.id, one);
    }
    return named.flatMap((id) => results.get(id) ?? []);
  }

  async #tried(reach: Reach, id: AlarmId, handling: Handling): Promise<HandledAlarm> {
    try {
      return { id, changed: await this.#handle(reach, id, handling), error: null };
    } catch (error) {
      // Refusals are thrown before anything is written; whatever fails for another reason takes the slice with it.
      if (!(error instanceof AppError) || !["not-found", "forbidden", "conflict"].includes(error.fault)) throw error;
      return { id, changed: false, error: error.message };
    }
  }

  async one(reach: Reach, id: AlarmId, handling: Handling): Promise<AlarmInfo> {
    await this.#handle(reach, id, handling);
    return this.#parts.alarms.require(reach, id);
  }

  /** True when it changed. */
  async #handle(reach: Reach, id: AlarmId, { action, step, note, facts }: Handling): Promise<boolean> {
    const { audit, transactions, store, alarms } = this.#parts;
    return audit.change(actOn(reach, id, action), (notes) =>
      transactions.run(async () => {
        const before = await this.#hold(reach, id);
        const after = await step(before);
        notes.entity(before.type);
        const isChanged = after !== before;
        notes.before({ ...factsOf(before), ...(isChanged && facts?.before) });
        notes.after({ ...factsOf(after), ...(isChanged && facts?.after) });
        if (!isChanged) return false;
        await store.update(after);
        await note(after);
        await alarms.follow(before, after);
        return true;
      }),
    );
  }

  readonly #acknowledgement: Handling = {
    action: "ALARM_ACK",
    step: (alarm) => acknowledged(alarm, this.#parts.clock()),
    note: (alarm) => this.#parts.comments.note(alarm, "ACK", `Acknowledged${byActor()}`),
  };

  readonly #clearing: Handling = {
    action: "ALARM_CLEAR",
    step: (alarm) => cleared(alarm, this.#parts.clock()),
    note: (alarm) => this.#parts.comments.note(alarm, "CLEAR", `Cleared${byActor()}`),
  };

  #assignment(to: UserId | null): Handling {
    const { assignees, comments, clock } = this.#parts;
    return {
      action: to === null ? "ALARM_UNASSIGNED" : "ALARM_ASSIGNED",
      step: async (alarm) => {
        if (alarm.assigneeId === to) return alarm;
        if (to !== null) await assignees.require(alarm, to);
        return { ...alarm, assigneeId: to, assignTs: to === null ? null : clock() };
      },
      note: async (alarm) => {
        if (to === null) return comments.note(alarm, "UNASSIGN", `Unassigned${byActor()}`);
        const assigneeName = await assignees.nameOf(alarm.tenantId, to);
        const text = `Assigned to ${assigneeName}${byActor()}`;
        return comments.note(alarm, "ASSIGN", text, { assigneeId: to, assigneeName });
      },
    };
  }

  async #raise({ tenantId }: Reach, wanted: WantedAlarm): Promise<AlarmId> {
    const { audit, store, alarms, clock } = this.#parts;
    const { originator, type } = wanted;
    const open = await store.lockOpen(originator, type);
    const act = {
      action: open ? "UPDATED" : "ADDED",
      tenantId,
      entity: { type: "ALARM", id: open?.id ?? "" },
    } as const;
    return audit.change(act, async (notes) => {
      // A start ahead of now is a mistake of a clock; an end that nobody named is no earlier than the start.
      const endTs = wanted.endTs ?? epochMs(Math.max(clock(), wanted.startTs ?? 0));
      const { alarm } = await alarms.raise({ ...wanted, tenantId, endTs });
      notes.entity(alarm.type, alarm.id);
      if (open) notes.before(factsOf(open));
      notes.after(factsOf(alarm));
      return alarm.id;
    });
  }

  async #update(reach: Reach, id: AlarmId, wanted: WantedAlarm): Promise<AlarmId> {
    const { comments } = this.#parts;
    let before: Alarm | undefined;
    await this.#handle(reach, id, {
      action: "UPDATED",
      step: (alarm) => {
        before = alarm;
        return changedByHand(alarm, wanted);
      },
      note: async (after) => {
        if (before && before.severity !== after.severity) await comments.noteSeverity(before, after.severity);
      },
    });
    return id;
  }

  async #hold(reach: Reach, id: AlarmId): Promise<HeldAlarm> {
    const alarm = await this.#parts.store.lock(reach, id);
    if (!alarm) throw await alarmMissing(this.#parts.store, reach, id);
    return alarm;
  }
}

function changedByHand(alarm: Alarm, wanted: WantedAlarm): Alarm {
  if (wanted.originator.id !== alarm.originator.id || wanted.type !== alarm.type) throw alarmIsAnothers();
  const { severity, details = alarm.details } = wanted;
  const endTs = epochMs(Math.max(alarm.endTs, wanted.endTs ?? alarm.endTs));
  return { ...alarm, severity, details, endTs };
}

const actOn = ({ tenantId }: Reach, id: AlarmId, action: AuditAction): AuditedAct => ({
  action,
  tenantId,
  entity: { type: "ALARM", id },
});

const factsOf = (alarm: Alarm): Facts => ({
  deviceId: alarm.originator.id,
  severity: alarm.severity,
  status: statusOf(alarm),
  assigneeId: alarm.assigneeId,
  details: alarm.details,
});
