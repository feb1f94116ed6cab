import type { SubscribeFrame, WatchAlarmsFrame, WatchInboxFrame } from "@heliograph/contract";
import type { Principal } from "../../core/access/index.ts";
import { AlarmSubscription } from "./alarm-subscription.ts";
import type { DeviceWatcher } from "./device-audience.ts";
import { tooManySubscriptions } from "./errors.ts";
import { InboxSubscription } from "./inbox-subscription.ts";
import { KeyBudget } from "./key-budget.ts";
import type { LiveLimits } from "./limits.ts";
import type { LiveSubscription } from "./live-subscription.ts";
import { Outbox, type Sender } from "./outbox.ts";
import { type PageReader, PageSubscription } from "./page-subscription.ts";
import { type LiveSources, Subscription } from "./subscription.ts";

/** What subscriptions need besides the connection they belong to. */
export interface SubscriptionHub {
  readonly sources: LiveSources;
  readonly limits: LiveLimits;
  readonly devices: Audience<DeviceWatcher>;
  readonly alarms: Audience<AlarmSubscription>;
  readonly inboxes: Audience<InboxSubscription>;
  readonly pages: Audience<PageSubscription>;
}

/** Those who are told of something. */
export interface Audience<Watcher> {
  add(watcher: Watcher): void;
  remove(watcher: Watcher): void;
}

interface Kept {
  readonly subscription: LiveSubscription;
  readonly leave: () => void;
}

type WhoIsIt = () => Principal | undefined;

/** Everything one connection watches, and the way of its news to the reader. */
export class Subscriptions {
  readonly #hub: SubscriptionHub;
  readonly #sender: Sender;
  readonly #outbox: Outbox;
  readonly #budget: KeyBudget;
  readonly #byId = new Map<number, Kept>();

  constructor(hub: SubscriptionHub, sender: Sender, onError: (error: unknown) => void) {
    this.#hub = hub;
    this.#sender = sender;
    this.#outbox = new Outbox(sender, hub.limits.liveInterval, onError);
    this.#budget = new KeyBudget(hub.limits.liveKeys);
  }

  /** An id that is used again replaces what it stood for. `principal` is asked again after every wait. */
  async add(frame: SubscribeFrame, principal: WhoIsIt): Promise<void> {
    this.#makeRoom(frame.id);
    const { liveChanges: maxChanges } = this.#hub.limits;
    const reader = { principal, budget: this.#budget, maxChanges, onNews: this.#onNews };
    const subscription = new Subscription(frame, this.#hub.sources, reader);
    subscription.requirePermissions();
    await subscription.requireDevice();
    if (!this.#sender.isOpen) return;
    this.#keep(subscription, this.#hub.devices);
    subscription.recheck(); // a permission may have gone meanwhile
  }

  /** As `add`, for alarms of all devices within reach. */
  addAlarms(frame: WatchAlarmsFrame, principal: WhoIsIt): void {
    this.#makeRoom(frame.id);
    const { liveChanges: maxChanges } = this.#hub.limits;
    const reader = { principal, maxChanges, onNews: this.#onNews };
    const subscription = new AlarmSubscription(frame, this.#hub.sources.alarmSource, reader);
    subscription.requireReach();
    this.#keep(subscription, this.#hub.alarms);
  }

  /** As `add`, for one's own inbox. */
  addInbox(frame: WatchInboxFrame, principal: WhoIsIt): void {
    this.#makeRoom(frame.id);
    const subscription = new InboxSubscription(frame, this.#hub.sources.inbox, { principal, onNews: this.#onNews });
    subscription.requireReach();
    this.#keep(subscription, this.#hub.inboxes);
  }

  /** As `add`, for a page of a dashboard; `atMost` of all that is watched [DSH4]. */
  addPage(id: number, chooser: Pick<PageReader, "choose" | "idOf">, atMost: number): void {
    this.#makeRoom(id, atMost);
    const { devices, limits, sources } = this.#hub;
    const reader: PageReader = {
      ...chooser,
      ...{ budget: this.#budget, maxDevices: limits.livePageDevices, onNews: this.#onNews },
      watch: (device) => devices.add(device),
      unwatch: (device) => devices.remove(device),
    };
    this.#keep(new PageSubscription(id, sources, reader), this.#hub.pages);
  }

  drop(id: number): void {
    const kept = this.#byId.get(id);
    if (!kept) return;
    this.#letGo(kept.subscription);
    this.#outbox.remove(kept.subscription);
    kept.subscription.stop();
  }

  dropAll(): void {
    for (const id of [...this.#byId.keys()]) this.drop(id);
  }

  /** Ends what the reader may not see any more. */
  recheck(isOther: boolean): void {
    for (const { subscription } of [...this.#byId.values()]) subscription.recheck(isOther);
  }

  readonly #onNews = (subscription: LiveSubscription): void => {
    if (subscription.hasEnded) this.#letGo(subscription);
    this.#outbox.add(subscription);
  };

  #makeRoom(id: number, most = this.#hub.limits.liveSubscriptions): void {
    this.drop(id);
    if (this.#byId.size >= most) throw tooManySubscriptions(most);
  }

  #keep<One extends LiveSubscription>(subscription: One, audience: Audience<NoInfer<One>>): void {
    audience.add(subscription);
    this.#byId.set(subscription.id, { subscription, leave: () => audience.remove(subscription) });
    subscription.start();
  }

  #letGo(subscription: LiveSubscription): void {
    const kept = this.#byId.get(subscription.id);
    if (kept?.subscription !== subscription) return;
    this.#byId.delete(subscription.id);
    kept.leave();
  }
}
