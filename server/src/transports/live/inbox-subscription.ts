import type { WatchInboxFrame } from "@heliograph/contract";
import { type Principal, tenantNeeded } from "../../core/access/index.ts";
import type { Events } from "../../core/events/index.ts";
import { AppError } from "../../kernel/errors.ts";
import type { AuthorityId } from "../../kernel/ids.ts";
import type { LiveSubscription } from "./live-subscription.ts";
import { endedFrame, inboxFrame } from "./server-frame.ts";

/** How many messages of somebody are unread. */
export interface InboxSource {
  unread(owner: AuthorityId): Promise<number>;
}

interface InboxReader {
  readonly principal: () => Principal | undefined;
  readonly onNews: (subscription: InboxSubscription) => void;
}

/** One's own inbox, for the bell [NTF1]: the number as it is when it is told. */
export class InboxSubscription implements LiveSubscription {
  readonly id: number;
  readonly #source: InboxSource;
  readonly #reader: InboxReader;
  #isFirst = true;
  #ended: { readonly reason: unknown } | undefined;
  #isStopped = false;

  constructor({ id }: WatchInboxFrame, source: InboxSource, reader: InboxReader) {
    this.id = id;
    this.#source = source;
    this.#reader = reader;
  }

  get hasEnded(): boolean {
    return this.#ended !== undefined;
  }

  get isStopped(): boolean {
    return this.#isStopped;
  }

  start(): void {
    this.#reader.onNews(this);
  }

  stop(): void {
    this.#isStopped = true;
  }

  recheck(): void {} // one's own is always one's own

  requireReach(): AuthorityId {
    const principal = this.#reader.principal();
    if (principal?.tenantId === undefined) throw tenantNeeded();
    return principal.authorityId;
  }

  end(reason: unknown): void {
    if (this.#ended || this.#isStopped) return;
    this.#ended = { reason };
    this.#reader.onNews(this);
  }

  changed({ authorityId }: Events["inbox-changed"]): void {
    if (this.#reader.principal()?.authorityId === authorityId) this.#reader.onNews(this);
  }

  async takeFrame(): Promise<string | undefined> {
    if (this.#ended) return endedFrame(this.id, this.#ended.reason);
    try {
      const unread = await this.#source.unread(this.requireReach());
      const type = this.#isFirst ? "state" : "change";
      this.#isFirst = false;
      return inboxFrame(type, this.id, unread);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      this.end(error);
      return undefined;
    }
  }
}
