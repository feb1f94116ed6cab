import type { AlarmCommentSubtype, AlarmSeverity, AuditAction } from "@heliograph/contract";
import { type AlarmCommentId, type AlarmId, newId, type UserId } from "../../kernel/ids.ts";
import type { Page, PageRequest } from "../../kernel/paging.ts";
import type { Clock } from "../../kernel/time.ts";
import type { ActNotes, Audit } from "../audit/index.ts";
import { currentActor } from "../audit/index.ts";
import type { Transactions } from "../changes/index.ts";
import type { EventBus } from "../events/index.ts";
import type { Reach } from "../projects/index.ts";
import type { Alarm } from "./alarm.ts";
import type { AlarmComment, AlarmCommentStore, CommentBody, ListedComment } from "./alarm-comment-store.ts";
import { alarmMissing } from "./alarm-missing.ts";
import type { AlarmStore } from "./alarm-store.ts";
import { alarmCommentNotFound, notYourComment, tooManyComments } from "./errors.ts";

export interface CommentParts {
  readonly store: AlarmCommentStore;
  readonly alarms: Pick<AlarmStore, "lock" | "info">;
  readonly transactions: Transactions;
  readonly events: EventBus;
  readonly audit: Audit;
  readonly clock: Clock;
}

/** What people say about alarms, and what the system says about what happened to them [ALM2]. */
export class AlarmComments {
  readonly #parts: CommentParts;
  readonly #perAlarm: number;

  constructor(parts: CommentParts, perAlarm: number) {
    this.#parts = parts;
    this.#perAlarm = perAlarm;
  }

  async list(reach: Reach, id: AlarmId, descending: boolean, page: PageRequest): Promise<Page<ListedComment>> {
    if (!(await this.#parts.alarms.info(reach, id))) throw await alarmMissing(this.#parts.alarms, reach, id);
    return this.#parts.store.page(id, descending, page);
  }

  add(reach: Reach, alarmId: AlarmId, by: UserId, text: string): Promise<ListedComment> {
    const id = newId<AlarmCommentId>();
    return this.#change(reach, alarmId, "ADDED_COMMENT", async (notes) => {
      const comment = {
        id,
        alarmId,
        userId: by,
        kind: "OTHER",
        body: { text },
        createdTime: this.#parts.clock(),
      } as const;
      if ((await this.#parts.store.add(comment, this.#perAlarm)) === "full") throw tooManyComments(this.#perAlarm);
      notes.facts({ text });
      return this.#listed(alarmId, id);
    });
  }

  edit(reach: Reach, alarmId: AlarmId, id: AlarmCommentId, by: UserId, text: string): Promise<ListedComment> {
    return this.#change(reach, alarmId, "UPDATED_COMMENT", async (notes) => {
      const before = await this.#own(alarmId, id, by);
      notes.before({ text: before.body.text });
      notes.after({ text });
      if (before.body.text !== text) {
        const body = { ...before.body, text, edited: "true", editedOn: this.#parts.clock() };
        await this.#parts.store.update({ ...before, body });
      }
      return this.#listed(alarmId, id);
    });
  }

  /** Its text goes; that somebody said something stays in the history. */
  async remove(reach: Reach, alarmId: AlarmId, id: AlarmCommentId, by: UserId): Promise<void> {
    await this.#change(reach, alarmId, "DELETED_COMMENT", async (notes) => {
      const before = await this.#own(alarmId, id, by);
      notes.before({ text: before.body.text });
      const body = systemBody("COMMENT_DELETED", "A comment was deleted");
      await this.#parts.store.update({ ...before, kind: "SYSTEM", body });
    });
  }

  /** Inside the transaction of what happened. */
  async note(alarm: Alarm, subtype: AlarmCommentSubtype, text: string, facts: object = {}): Promise<void> {
    const userId = currentActor()?.userId ?? null;
    const body = { ...systemBody(subtype, text), ...facts };
    const createdTime = this.#parts.clock();
    const comment = {
      id: newId<AlarmCommentId>(),
      alarmId: alarm.id,
      userId,
      kind: "SYSTEM",
      body,
      createdTime,
    } as const;
    await this.#parts.store.addSystem(comment, this.#perAlarm);
  }

  noteSeverity(before: Alarm, severity: AlarmSeverity): Promise<void> {
    const facts = { oldSeverity: before.severity, newSeverity: severity };
    const text = `Severity changed from ${before.severity} to ${severity}${byActor()}`;
    return this.note(before, "SEVERITY_CHANGED", text, facts);
  }

  async #own(alarm: AlarmId, id: AlarmCommentId, by: UserId): Promise<AlarmComment> {
    const comment = await this.#parts.store.find(alarm, id);
    if (!comment) throw alarmCommentNotFound(id);
    if (comment.kind === "SYSTEM" || comment.userId !== by) throw notYourComment();
    return comment;
  }

  async #listed(alarm: AlarmId, id: AlarmCommentId): Promise<ListedComment> {
    const comment = await this.#parts.store.find(alarm, id);
    if (!comment) throw alarmCommentNotFound(id);
    return comment;
  }

  async #change<T>(reach: Reach, id: AlarmId, action: AuditAction, work: (notes: ActNotes) => Promise<T>): Promise<T> {
    const { audit, transactions, alarms, events } = this.#parts;
    const { tenantId } = reach;
    return audit.change({ action, tenantId, entity: { type: "ALARM", id } }, (notes) =>
      transactions.run(async () => {
        const alarm = await alarms.lock(reach, id);
        if (!alarm) throw await alarmMissing(alarms, reach, id);
        notes.entity(alarm.type);
        const done = await work(notes);
        const about = { tenantId, alarmId: id, deviceId: alarm.originator.id };
        events.publish("alarm-changed", { ...about, isGone: false, isOpen: !alarm.cleared });
        return done;
      }),
    );
  }
}

const systemBody = (subtype: AlarmCommentSubtype, text: string): CommentBody => {
  const actor = currentActor();
  return { text, subtype, ...(actor && { userName: actor.name }) };
};

/** For the texts of the system. */
export const byActor = (): string => {
  const actor = currentActor();
  return actor ? ` by ${actor.name}` : "";
};
