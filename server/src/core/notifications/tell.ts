import type { Alarm } from "../alarms/index.ts";
import type { Transactions } from "../changes/index.ts";
import type { AlarmNews } from "./notice.ts";
import type { NoticeStore } from "./notice-store.ts";
import type { ToldMessage } from "./told-message.ts";

/**
 * What has to be told is written in the transaction of what it is about [RUL3, NTF1]: stored together or not at all,
 * decided and sent afterwards, whenever the node is killed. `AlarmFollower` of the alarms, and the way of rules:
 * `await tell.tell({ … })` inside the transaction of the transition or of the action.
 */
export class Tell {
  readonly #store: Pick<NoticeStore, "addNews">;
  readonly #transactions: Transactions;
  #wake: () => void = () => undefined;

  constructor(store: Pick<NoticeStore, "addNews">, transactions: Transactions) {
    this.#store = store;
    this.#transactions = transactions;
  }

  onAdded(wake: () => void): void {
    this.#wake = wake;
  }

  async tell({ tenantId, severity, ts, ...message }: ToldMessage): Promise<void> {
    const body = JSON.stringify(message);
    await this.#add([{ kind: "TOLD", tenantId, alarmId: message.alarmId, severity, ts, body, isQuiet: false }]);
  }

  /** In the order in which it happened. */
  async happened(
    news: readonly {
      readonly kind: Exclude<AlarmNews["kind"], "TOLD">;
      readonly alarm: Alarm;
      readonly isQuiet?: boolean;
    }[],
  ): Promise<void> {
    await this.#add(
      news.map(({ kind, isQuiet = false, alarm: { id, tenantId, severity, endTs, clearTs } }) => ({
        ...{ kind, tenantId, alarmId: id, severity, body: null, isQuiet },
        ts: kind === "CLEARED" ? (clearTs ?? endTs) : endTs,
      })),
    );
  }

  async #add(news: readonly AlarmNews[]): Promise<void> {
    if (news.length === 0) return;
    await this.#store.addNews(news);
    this.#transactions.afterCommit(() => this.#wake());
  }
}
