import { type NoticeId, newId, type TenantId } from "../../kernel/ids.ts";
import { type EpochMs, epochMs } from "../../kernel/time.ts";
import type { Notice, NoticeItem } from "./notice.ts";
import type { NoticeStore } from "./notice-store.ts";
import type { Place } from "./place.ts";

const longestWaits = 6;

/** Collects what is told, of one tenant, before it is stored in a few statements. */
export class NoticeDraft {
  readonly #store: NoticeStore;
  readonly #tenant: TenantId;
  readonly #now: EpochMs;
  readonly #items: NoticeItem[] = [];
  readonly #byGroup = new Map<string, { place: Place; items: NoticeItem[] }>();

  constructor(store: NoticeStore, tenant: TenantId, now: EpochMs) {
    this.#store = store;
    this.#tenant = tenant;
    this.#now = now;
  }

  put(item: NoticeItem, place: Place): void {
    const drafted = this.#byGroup.get(place.group) ?? { place, items: [] };
    this.#byGroup.set(place.group, drafted);
    drafted.items.push(item);
  }

  /** On record, and told to nobody. */
  leave(item: NoticeItem): void {
    this.#items.push(item);
  }

  async store(): Promise<void> {
    const groups = [...this.#byGroup.keys()];
    const open = new Map((await this.#store.open(this.#tenant, groups)).map((notice) => [notice.group, notice]));
    const last = await this.#store.lastClosed(this.#tenant, groups);
    const [fresh, later]: [Notice[], Notice[]] = [[], []];
    for (const [group, { place, items }] of this.#byGroup) {
      const found = open.get(group);
      const notice = found ? this.#postponed(found, place) : this.#opened(place, last.get(group));
      (found ? later : fresh).push(notice);
      this.#items.push(...items.map((item) => ({ ...item, noticeId: notice.id })));
    }
    await this.#store.saveNotices(fresh, later);
    await this.#store.addItems(this.#items);
  }

  #opened({ waitMs, everyMs, longestMs, ...place }: Place, last: EpochMs | undefined): Notice {
    const due = Math.max(this.#now + waitMs, last === undefined ? 0 : Math.min(last, this.#now) + everyMs);
    return { ...place, id: newId<NoticeId>(), openedTime: this.#now, due: epochMs(due) };
  }

  #postponed(notice: Notice, { waitMs, longestMs = longestWaits * waitMs }: Place): Notice {
    const latest = Math.max(notice.due, notice.openedTime + longestMs);
    return { ...notice, due: epochMs(Math.min(latest, Math.max(notice.due, this.#now + waitMs))) };
  }
}
