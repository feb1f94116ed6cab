import type { Permission, SubscribeFrame, WatchAlarmsFrame, WatchInboxFrame } from "@heliograph/contract";
import type { Principal } from "../../core/access/index.ts";
import { AlarmSubscription } from "./alarm-subscription.ts";
import { requirePermissions, tooManySubscriptions } from "./errors.ts";
import { InboxSubscription } from "./inbox-subscription.ts";
import { KeyBudget } from "./key-budget.ts";
import type { LiveLimits } from "./limits.ts";
import { Outbox, type Sender } from "./outbox.ts";
import { type LiveSources, Subscription } from "./subscription.ts";

/** What subscriptions need besides the connection they belong to. */
export interface SubscriptionHub {
  readonly sources: LiveSources;
  readonly limits: LiveLimits;
  watch(subscription: Subscription): void;
  unwatch(subscription: Subscription): void;
  watchAlarms(subscription: AlarmSubscription): void;
  unwatchAlarms(subscription: AlarmSubscription): void;
  watchInbox(subscription: InboxSubscription): void;
  unwatchInbox(subscription: InboxSubscription): void;
}

/** Everything one connection watches, and the way of its news to the reader. */
export class Subscriptions {
  readonly #hub: SubscriptionHub;
  readonly #sender: Sender;
  readonly #outbox: Outbox;
  readonly #budget: KeyBudget;
  readonly #byId = new Map<number, Subscription>();
  readonly #alarmsById = new Map<number, AlarmSubscription>();
  readonly #inboxById = new Map<number, InboxSubscription>();

  constructor(hub: SubscriptionHub, sender: Sender, onError: (error: unknown) => void) {
    this.#hub = hub;
    this.#sender = sender;
    this.#outbox = new Outbox(sender, hub.limits.liveInterval, onError);
    this.#budget = new KeyBudget(hub.limits.liveKeys);
  }

  /** An id that is used again replaces what it stood for. `principal` is asked again after every wait. */
  async add(frame: SubscribeFrame, principal: () => Principal | undefined): Promise<void> {
    this.drop(frame.id);
    const { liveChanges: maxChanges } = this.#hub.limits;
    this.#requirePlace();
    const onNews = (news: Subscription) => this.#tell(news);
    const reader = { principal, budget: this.#budget, maxChanges, onNews };
    const subscription = new Subscription(frame, this.#hub.sources, reader);
    requirePermissions(permissionsOf(principal()), subscription.needs);
    await subscription.requireDevice();
    if (!this.#sender.isOpen) return;
    this.#byId.set(frame.id, subscription);
    this.#hub.watch(subscription);
    subscription.start();
    this.#endUnlessAllowed(subscription, permissionsOf(principal())); // one may have gone meanwhile
  }

  /** As `add`, for alarms of all devices within reach. */
  addAlarms(frame: WatchAlarmsFrame, principal: () => Principal | undefined): void {
    this.drop(frame.id);
    const { liveChanges: maxChanges } = this.#hub.limits;
    this.#requirePlace();
    const onNews = (news: AlarmSubscription) => this.#tellAlarms(news);
    const subscription = new AlarmSubscription(frame, this.#hub.sources.alarmSource, { principal, maxChanges, onNews });
    subscription.requireReach();
    this.#alarmsById.set(frame.id, subscription);
    this.#hub.watchAlarms(subscription);
    subscription.start();
  }

  /** As `add`, for one's own inbox. */
  addInbox(frame: WatchInboxFrame, principal: () => Principal | undefined): void {
    this.drop(frame.id);
    this.#requirePlace();
    const onNews = (news: InboxSubscription) => this.#tellInbox(news);
    const subscription = new InboxSubscription(frame, this.#hub.sources.inbox, { principal, onNews });
    subscription.requireReach();
    this.#inboxById.set(frame.id, subscription);
    this.#hub.watchInbox(subscription);
    subscription.start();
  }

  drop(id: number): void {
    this.#dropAlarms(id);
    this.#dropInbox(id);
    const subscription = this.#byId.get(id);
    if (!subscription) return;
    this.#letGo(subscription);
    this.#outbox.remove(subscription);
    subscription.stop();
  }

  dropAll(): void {
    for (const id of [...this.#byId.keys(), ...this.#alarmsById.keys(), ...this.#inboxById.keys()]) this.drop(id);
  }

  /** Ends what the principal may not see any more. */
  recheck(principal: Principal): void {
    for (const subscription of [...this.#byId.values()]) this.#endUnlessAllowed(subscription, principal.permissions);
    for (const subscription of [...this.#alarmsById.values()]) this.#endAlarmsUnlessAllowed(subscription);
  }

  #tell(subscription: Subscription): void {
    if (subscription.hasEnded) this.#letGo(subscription);
    this.#outbox.add(subscription);
  }

  #requirePlace(): void {
    const { liveSubscriptions } = this.#hub.limits;
    if (this.#byId.size + this.#alarmsById.size + this.#inboxById.size >= liveSubscriptions)
      throw tooManySubscriptions(liveSubscriptions);
  }

  #tellAlarms(subscription: AlarmSubscription): void {
    if (subscription.hasEnded) this.#letGoOfAlarms(subscription);
    this.#outbox.add(subscription);
  }

  #tellInbox(subscription: InboxSubscription): void {
    if (subscription.hasEnded) this.#letGoOfInbox(subscription);
    this.#outbox.add(subscription);
  }

  #dropInbox(id: number): void {
    const subscription = this.#inboxById.get(id);
    if (!subscription) return;
    this.#letGoOfInbox(subscription);
    this.#outbox.remove(subscription);
    subscription.stop();
  }

  #letGoOfInbox(subscription: InboxSubscription): void {
    if (this.#inboxById.get(subscription.id) === subscription) this.#inboxById.delete(subscription.id);
    this.#hub.unwatchInbox(subscription);
  }

  #dropAlarms(id: number): void {
    const subscription = this.#alarmsById.get(id);
    if (!subscription) return;
    this.#letGoOfAlarms(subscription);
    this.#outbox.remove(subscription);
    subscription.stop();
  }

  #letGoOfAlarms(subscription: AlarmSubscription): void {
    if (this.#alarmsById.get(subscription.id) === subscription) this.#alarmsById.delete(subscription.id);
    this.#hub.unwatchAlarms(subscription);
  }

  #endAlarmsUnlessAllowed(subscription: AlarmSubscription): void {
    try {
      subscription.requireReach();
    } catch (error) {
      subscription.end(error);
    }
  }

  #endUnlessAllowed(subscription: Subscription, held: ReadonlySet<Permission>): void {
    try {
      requirePermissions(held, subscription.needs);
      subscription.requireReach();
    } catch (error) {
      subscription.end(error);
    }
  }

  #letGo(subscription: Subscription): void {
    if (this.#byId.get(subscription.id) === subscription) this.#byId.delete(subscription.id);
    this.#hub.unwatch(subscription);
  }
}

const permissionsOf = (principal: Principal | undefined): ReadonlySet<Permission> =>
  principal?.permissions ?? new Set();
