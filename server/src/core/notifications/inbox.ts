import type { AlarmSeverity, NotificationOccasion } from "@heliograph/contract";
import type { AlarmId, AuthorityId, DeviceId, NotificationId, TenantId } from "../../kernel/ids.ts";
import { offsetOf, type Page, type PageRequest, pageOf } from "../../kernel/paging.ts";
import { foldCase } from "../../kernel/text.ts";
import type { EpochMs } from "../../kernel/time.ts";
import type { EventBus } from "../events/index.ts";
import type { LetterLanguage } from "../mail/index.ts";
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
  /** In each language; missing in what older versions wrote. */
  readonly translations?: InboxTexts;
}

type InboxTexts = Readonly<Record<LetterLanguage, { readonly subject: string; readonly text: string }>>;

/** Which messages of an inbox are looked at. */
export interface InboxFilter {
  readonly onlyUnread: boolean;
  readonly severity: AlarmSeverity | undefined;
  readonly textSearch: string | undefined;
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

  async list(owner: AuthorityId, filter: InboxFilter, page: PageRequest): Promise<Page<InboxMessage>> {
    if (isOpenTo(filter)) return this.#store.page(owner, filter.onlyUnread, page);
    const found: InboxMessage[] = [];
    for await (const some of this.stream(owner, filter)) found.push(...some);
    const from = offsetOf(page);
    return pageOf(found.slice(from, from + page.limit), found.length, page);
  }

  /** What is looked for is looked for here: an inbox has a bound, and letters such as Ü have a small form on every database. */
  async *stream(owner: AuthorityId, filter: InboxFilter): AsyncGenerator<readonly InboxMessage[]> {
    const text = foldCase(filter.textSearch ?? "");
    for await (const some of this.#store.stream(owner, filter.onlyUnread))
      yield some.filter(
        ({ severity, subject, text: said, policyName, translations }) =>
          (filter.severity === undefined || severity === filter.severity) &&
          foldCase([subject, said, policyName, ...wordsIn(translations)].join("\n")).includes(text),
      );
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

/** What one sees is found, in whichever language one sees it. */
const wordsIn = (texts: InboxTexts | undefined): readonly string[] =>
  Object.values(texts ?? {}).flatMap(({ subject, text }) => [subject, text]);

const isOpenTo = ({ severity, textSearch }: InboxFilter): boolean => severity === undefined && !textSearch;
