import type { DeliveryReason } from "@heliograph/contract";
import { AppError } from "../../kernel/errors.ts";
import { type AuthorityId, type NoticeId, type NotificationId, newId } from "../../kernel/ids.ts";
import { repeat } from "../../kernel/repeat.ts";
import { type Clock, type EpochMs, epochMs, monotonicMs } from "../../kernel/time.ts";
import type { Transactions } from "../changes/index.ts";
import type { Lease } from "../leases/index.ts";
import type { Outbox } from "../outbox/index.ts";
import type { Deciding } from "./deciding.ts";
import type { DeliveryAlarms } from "./delivery-alarms.ts";
import type { InboxDelivery } from "./inbox-delivery.ts";
import { Intake } from "./intake.ts";
import {
  keyOf,
  type Notice,
  type Notification,
  type NotificationTimer,
  type Recipient,
  type TakenNews,
} from "./notice.ts";
import type { NoticeContent, NoticeStore } from "./notice-store.ts";
import type { NotificationLimits } from "./notification-limits.ts";
import { subjectOf } from "./notification-text.ts";
import { quietUntil } from "./quiet-hours.ts";
import type { Recipients } from "./recipients.ts";
import type { ToldAlready } from "./told-already.ts";
import type { WindowWatch } from "./window-watch.ts";

interface NotifierParts {
  readonly store: NoticeStore;
  readonly already: ToldAlready;
  readonly deciding: Deciding;
  readonly recipients: Recipients;
  readonly windows: Pick<WindowWatch, "look">;
  readonly inbox: InboxDelivery;
  readonly outbox: Pick<Outbox, "add">;
  readonly alarms: Pick<DeliveryAlarms, "nobody" | "somebody">;
  /** Whoever had it told can see what came of it [RUL4]. */
  readonly tellers: { told(notice: NoticeId, result: string): Promise<void> };
  readonly transactions: Transactions;
  readonly lease: Lease;
  readonly clock: Clock;
  readonly failed: (error: unknown) => void;
  readonly well: () => void;
}

/** Under which the outbox keeps messages. */
export const notificationTopic = "notification";
const lookEveryMs = 1_000;
const takenAtOnce = 500;
const hourMs = 3_600_000;
const againMs = 60_000;
/** What several tell of one alarm within this is the same news: they wait for more before they tell it. */
const sameNewsMs = 600_000;

/**
 * Turns what happened into messages [NTF1]. Whatever it takes up is a row that goes in the transaction of what follows
 * from it: killed at any moment it goes on where it was, and nothing is decided twice.
 */
export class Notifier {
  readonly #parts: NotifierParts;
  readonly #limits: NotificationLimits;
  readonly #news: Intake<TakenNews, number>;
  readonly #timers: Intake<NotificationTimer, string>;
  /** What failed, until when it is left alone. */
  readonly #left = new Map<string, number>();
  #looking: Promise<void> | undefined;
  #isNews = false;
  #isStopping = false;

  constructor(parts: NotifierParts, limits: NotificationLimits) {
    this.#parts = parts;
    this.#limits = limits;
    const { store, deciding, clock } = parts;
    this.#news = new Intake({
      ...parts,
      take: (...of) => store.takeNews(...of),
      keyOf: ({ seq }) => seq,
      decide: (...of) => deciding.news(...of),
    });
    this.#timers = new Intake({
      ...parts,
      take: (tenant, atMost, except) => store.takeTimers(tenant, clock(), atMost, except),
      keyOf: ({ key }) => key,
      decide: (...of) => deciding.timers(...of),
    });
  }

  start(): { stop(): Promise<void> } {
    const looking = repeat(lookEveryMs, this.#parts.failed, () => this.look());
    return {
      stop: async () => {
        this.#isStopping = true;
        await looking.stop();
        await this.#looking?.catch(() => undefined);
        await this.#parts.lease.release();
      },
    };
  }

  /** There may be something to do. */
  wake(): void {
    this.look().catch(this.#parts.failed);
  }

  /** Does what can be done now. */
  look(): Promise<void> {
    this.#isNews = true;
    this.#looking ??= this.#lookAgain().finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  async #lookAgain(): Promise<void> {
    const { store, lease, clock, windows } = this.#parts;
    await windows.look();
    while (this.#isNews && !this.#isStopping) {
      this.#isNews = false;
      if (!(await store.hasWork(clock())) || !(await lease.hold())) continue;
      await this.#decide();
      await this.#each(await store.dueNotices(clock(), takenAtOnce), (notice) => this.#close(notice));
      await this.#each(await store.dueHeld(clock(), takenAtOnce), (held) => this.#release(held));
    }
    if (this.#left.size === 0) this.#parts.well();
  }

  async #decide(): Promise<void> {
    const { store, clock } = this.#parts;
    const isStopping = () => this.#isStopping;
    for (const tenant of await store.tenantsWithNews()) await this.#news.of(tenant, isStopping);
    for (const tenant of await store.tenantsWithTimers(clock())) await this.#timers.of(tenant, isStopping);
  }

  /** One that fails holds up no other, and is tried again later. */
  async #each<T extends { readonly id: string }>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
    for (const [id, until] of this.#left) if (until <= monotonicMs()) this.#left.delete(id);
    for (const one of all) {
      if (this.#isStopping || this.#left.has(one.id)) continue;
      try {
        await work(one);
      } catch (error) {
        this.#parts.failed(error);
        this.#left.set(one.id, monotonicMs() + againMs);
      }
    }
  }

  #close(notice: Notice): Promise<void> {
    const { store, recipients, transactions, clock, tellers, alarms } = this.#parts;
    return transactions.run(async () => {
      if (!(await store.close(notice.id, clock()))) return;
      const content = await store.content([notice.id], "all", this.#limits.lines);
      if (!content) return; // all of it is about devices that are gone
      const found = await recipients.of(notice.tenantId, notice.telling, await store.places(notice.id));
      for (const recipient of found) await this.#send(notice, content, recipient);
      if (notice.ruleId === null) return;
      await (found.length === 0 ? alarms.nobody(notice) : alarms.somebody(notice));
      await tellers.told(notice.id, toldTo(found));
    });
  }

  async #send(notice: Notice, content: NoticeContent, recipient: Recipient): Promise<void> {
    const { store, inbox } = this.#parts;
    const { authorityId, ...to } = recipient;
    const fresh = notificationOf(notice, content, to, this.#parts.clock());
    if (await this.#isKnown(fresh, (known) => store.add([known]))) return;
    if (authorityId !== null && to.channel === "INBOX") {
      await store.add([fresh]);
      return inbox.deliver(fresh, notice, authorityId as AuthorityId);
    }
    await store.add([fresh]);
    await this.#sendOrHold(fresh, notice.telling);
  }

  /** When its time has come: together with all others that wait for the same recipient. */
  #release(held: Notification): Promise<void> {
    const { store, transactions } = this.#parts;
    return transactions.run(async () => {
      const now = await store.find(held.id);
      if (now?.state !== "HELD" || (await this.#isKnown(now, (known) => store.save(known)))) return;
      const telling = await store.telling(now.noticeId);
      if (!telling || !(await this.#sendOrHold(now, telling))) return;
      const others = (await store.heldBeside(now)).filter(({ id }) => id !== now.id);
      for (const other of others)
        await store.save({ ...other, state: "GROUPED", reason: null, heldUntil: null, groupedInto: now.id });
    });
  }

  /** A person is told once of what happened, whoever has it told; programs behind webhooks get all of it [NTF1]. */
  async #isKnown(one: Notification, keep: (known: Notification) => Promise<void>): Promise<boolean> {
    if (one.channel === "WEBHOOK" || one.step > 0) return false;
    const by = await this.#parts.already.by(one, sameNewsMs);
    if (by === undefined) return false;
    await keep({ ...one, state: "DROPPED", reason: "ALREADY_TOLD", heldUntil: null, answer: by });
    return true;
  }

  /** Whether it goes out. */
  async #sendOrHold(notification: Notification, telling: Notice["telling"]): Promise<boolean> {
    const { store, clock } = this.#parts;
    const now = clock();
    const quiet = quietUntil(telling.quietHours, notification.severity, now);
    if (quiet !== undefined) return this.#hold(notification, "QUIET_HOURS", quiet);
    const most = Math.min(telling.perHour ?? Infinity, this.#limits.perHour);
    const sent = await store.sentSince(notification.tenantId, notification, epochMs(now - hourMs), most);
    if (sent.length >= most) return this.#hold(notification, "LIMIT", epochMs((sent[0] ?? now) + hourMs));
    return this.#queue(notification);
  }

  async #queue(notification: Notification): Promise<boolean> {
    const { store, outbox, clock } = this.#parts;
    const { id, tenantId, subject } = notification;
    try {
      await outbox.add({ tenantId, topic: notificationTopic, key: keyOf(id), summary: subject, body: { id } });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return this.#hold(notification, "OUTBOX_FULL", epochMs(clock() + againMs));
    }
    await store.save({ ...notification, state: "QUEUED", reason: null, heldUntil: null, queuedTime: clock() });
    return true;
  }

  async #hold(notification: Notification, reason: DeliveryReason, until: EpochMs): Promise<boolean> {
    await this.#parts.store.save({ ...notification, state: "HELD", reason, heldUntil: until });
    return false;
  }
}

const namesShown = 20;

/** In words, for whoever looks at what became of it. */
function toldTo(recipients: readonly Recipient[]): string {
  if (recipients.length === 0) return "nobody was told: nobody who is named is there, or may see it";
  const channels = Map.groupBy(recipients, ({ name }) => name);
  const names = [...channels].map(([name, some]) => `${name} (${some.map(({ channel }) => channel).join(", ")})`);
  const rest = names.length > namesShown ? ` and ${names.length - namesShown} more` : "";
  return `told to ${names.slice(0, namesShown).join(", ")}${rest}`;
}

const notificationOf = (
  { id: noticeId, tenantId, projectId, policyId, ruleId, name, step, telling }: Notice,
  content: NoticeContent,
  to: Omit<Recipient, "authorityId">,
  now: EpochMs,
): Notification => ({
  ...{ id: newId<NotificationId>(), tenantId, noticeId, projectId, policyId, ruleId, policyName: name, step, ...to },
  subject: subjectOf(content, telling.language),
  ...{ severity: content.severity, count: content.count, state: "HELD", reason: null, heldUntil: now },
  ...{ groupedInto: null, createdTime: now, queuedTime: null, deliveredTime: null, attempts: 0, answer: null },
  ...{ tries: [], sent: null, failedAt: null },
});
