import type { DeliveryState, NotificationChannel } from "@heliograph/contract";
import type { AlarmId, NotificationId, RuleId, TenantId, UserId, WebhookId } from "../../kernel/ids.ts";
import type { Page, PageRequest } from "../../kernel/paging.ts";
import { type Clock, type EpochMs, epochMs } from "../../kernel/time.ts";
import type { Audit } from "../audit/index.ts";
import type { Transactions } from "../changes/index.ts";
import type { Outbox } from "../outbox/index.ts";
import { type Reach, type ReachedProjects, reaches } from "../projects/index.ts";
import { notificationNotAgain, notificationNotFound } from "./errors.ts";
import { keyOf, type NoticeItem, type Notification } from "./notice.ts";
import type { NoticeStore } from "./notice-store.ts";
import type { NotificationLimits } from "./notification-limits.ts";
import { notificationTopic } from "./notifier.ts";
import { missingFor } from "./out-of-reach.ts";

export interface RecordFilter {
  readonly tenantId: TenantId;
  readonly projects: ReachedProjects;
  readonly channel: NotificationChannel | undefined;
  readonly alarmId: AlarmId | undefined;
  readonly userId: UserId | undefined;
  readonly webhookId: WebhookId | undefined;
  readonly ruleId: RuleId | undefined;
  readonly textSearch: string | undefined;
  readonly startTime: EpochMs | undefined;
  readonly endTime: EpochMs | undefined;
  readonly state: DeliveryState | undefined;
}

/** With what the outbox knows of it. */
export interface NotificationOnRecord extends Notification {
  readonly shownState: DeliveryState;
  readonly nextAttempt: EpochMs | null;
}

export interface RecordStore {
  page(filter: RecordFilter, page: PageRequest): Promise<Page<NotificationOnRecord>>;
  stream(filter: RecordFilter): AsyncIterable<readonly NotificationOnRecord[]>;
  counts(filter: RecordFilter): Promise<ReadonlyMap<DeliveryState, number>>;
  one(tenant: TenantId, id: NotificationId): Promise<NotificationOnRecord | undefined>;
  /** What was decided about an alarm, oldest first. */
  itemsOf(tenant: TenantId, alarm: AlarmId, atMost: number): Promise<readonly NoticeItem[]>;
  /** What went to a user because of these notices. */
  toUser(tenant: TenantId, user: UserId, notices: readonly string[]): Promise<readonly NotificationOnRecord[]>;
}

interface RecordParts {
  readonly records: RecordStore;
  readonly store: NoticeStore;
  readonly outbox: Pick<Outbox, "add" | "withdraw">;
  readonly transactions: Transactions;
  readonly audit: Audit;
  readonly clock: Clock;
}

const removedAtOnce = 500;

/** Every message with its attempts and answers [NTF1]. */
export class NotificationRecords {
  readonly #parts: RecordParts;
  readonly #limits: NotificationLimits;

  constructor(parts: RecordParts, limits: NotificationLimits) {
    this.#parts = parts;
    this.#limits = limits;
  }

  page(filter: RecordFilter, page: PageRequest): Promise<Page<NotificationOnRecord>> {
    return this.#parts.records.page(filter, page);
  }

  stream(filter: RecordFilter): AsyncIterable<readonly NotificationOnRecord[]> {
    return this.#parts.records.stream(filter);
  }

  counts(filter: RecordFilter): Promise<ReadonlyMap<DeliveryState, number>> {
    return this.#parts.records.counts(filter);
  }

  async require(reach: Reach, id: NotificationId): Promise<NotificationOnRecord> {
    const found = await this.#parts.records.one(reach.tenantId, id);
    if (!found) throw notificationNotFound(id);
    if (!reaches(reach, found.projectId)) throw missingFor(reach, found.projectId, notificationNotFound(id));
    return found;
  }

  async items({ id }: Notification): Promise<readonly NoticeItem[]> {
    const { store } = this.#parts;
    return (await store.content(await store.noticesOf(id), "all", this.#limits.lines))?.items ?? [];
  }

  /** At once, under its old key. */
  async sendAgain(reach: Reach, id: NotificationId): Promise<NotificationOnRecord> {
    const { audit, transactions, store, outbox, clock } = this.#parts;
    const { tenantId } = reach;
    const act = { action: "NOTIFICATION_RETRIED", tenantId, entity: { type: "NOTIFICATION", id } } as const;
    await audit.change(act, (notes) =>
      transactions.run(async () => {
        const { shownState, nextAttempt, ...found } = await this.require(reach, id);
        notes.entity(found.subject);
        if (!["HELD", "TRYING", "FAILED"].includes(shownState)) throw notificationNotAgain();
        await outbox.withdraw(keyOf(id));
        await outbox.add({ tenantId, topic: notificationTopic, key: keyOf(id), summary: found.subject, body: { id } });
        await store.save({ ...found, state: "QUEUED", reason: null, heldUntil: null, queuedTime: clock() });
      }),
    );
    return this.require(reach, id);
  }

  /** Now and then: what is too old, and of tenants that have too many the oldest. */
  async removeOld(): Promise<void> {
    const { store, clock } = this.#parts;
    const before = epochMs(clock() - this.#limits.retentionMs);
    while ((await store.removeBefore(before, removedAtOnce)) >= removedAtOnce);
    await store.removeBeyond(this.#limits.records);
    await store.removeItemsBeyond(this.#limits.items);
  }
}
