import type { AlarmSeverity, NotificationOccasion } from "@heliograph/contract";
import type { AlarmId, AuthorityId, DeviceId, NotificationId, TenantId } from "../../kernel/ids.ts";
import type { Page, PageRequest } from "../../kernel/paging.ts";
import type { EpochMs } from "../../kernel/time.ts";
import type { EventBus } from "../events/index.ts";
import { notificationNotFound } from "./errors.ts";

/** A message as it is shown in the web interface. */
export interface InboxMessage {
  readonly id: NotificationId;
  readonly createdTime: EpochMs;
  readonly subject: string;
  readonly text: string;
  readonly severity: AlarmSeverity;
  readonly occasion: NotificationOccasion;
  readonly count: number;
  readonly alarmId: AlarmId | null;
  readonly deviceId: DeviceId | null;
  readonly policyName: string;
  readonly read: boolean;
}

/** Of somebody in one tenant: it goes with the assignment. */
export interface InboxStore {
  /** The same one twice is there once; the oldest beyond `atMost` go. False when whose it is has gone. */
  put(tenant: TenantId, owner: AuthorityId, message: InboxMessage, atMost: number): Promise<boolean>;
  page(owner: AuthorityId, onlyUnread: boolean, page: PageRequest): Promise<Page<InboxMessage>>;
  stream(owner: AuthorityId, onlyUnread: boolean): AsyncIterable<readonly InboxMessage[]>;
  unread(owner: AuthorityId): Promise<number>;
  /** Undefined is all of them; false when there is none. */
  markRead(owner: AuthorityId, id: NotificationId | undefined): Promise<boolean>;
  remove(owner: AuthorityId, id: NotificationId): Promise<boolean>;
}

/** What people are told in the web interface [NTF1]. */
export class Inbox {
  readonly #store: InboxStore;
  readonly #events: EventBus;
  readonly #perUser: number;

  constructor(store: InboxStore, events: EventBus, perUser: number) {
    this.#store = store;
    this.#events = events;
    this.#perUser = perUser;
  }

  /** Joins the transaction it is called in. */
  async put(tenant: TenantId, owner: AuthorityId, message: InboxMessage): Promise<boolean> {
    const isThere = await this.#store.put(tenant, owner, message, this.#perUser);
    if (isThere) this.#events.publish("inbox-changed", { authorityId: owner });
    return isThere;
  }

  list(owner: AuthorityId, onlyUnread: boolean, page: PageRequest): Promise<Page<InboxMessage>> {
    return this.#store.page(owner, onlyUnread, page);
  }

  stream(owner: AuthorityId, onlyUnread: boolean): AsyncIterable<readonly InboxMessage[]> {
    return this.#store.stream(owner, onlyUnread);
  }

  unread(owner: AuthorityId): Promise<number> {
    return this.#store.unread(owner);
  }

  async read(owner: AuthorityId, id?: NotificationId): Promise<number> {
    const isThere = await this.#store.markRead(owner, id);
    if (!isThere && id !== undefined) throw notificationNotFound(id);
    return this.#changed(owner);
  }

  async remove(owner: AuthorityId, id: NotificationId): Promise<number> {
    if (!(await this.#store.remove(owner, id))) throw notificationNotFound(id);
    return this.#changed(owner);
  }

  #changed(owner: AuthorityId): Promise<number> {
    this.#events.publish("inbox-changed", { authorityId: owner });
    return this.unread(owner);
  }
}
