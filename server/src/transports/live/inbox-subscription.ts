import type { WatchInboxFrame } from "@heliograph/contract";
import { type Principal, tenantNeeded } from "../../core/access/index.ts";
import type { Events } from "../../core/events/index.ts";
import type { AuthorityId } from "../../kernel/ids.ts";
import type { LiveSubscription } from "./live-subscription.ts";
import { inboxFrame } from "./server-frame.ts";
import { ToldSubscription } from "./told-subscription.ts";

/** How many messages of somebody are unread. */
export interface InboxSource {
  unread(owner: AuthorityId): Promise<number>;
}

interface InboxReader {
  readonly principal: () => Principal | undefined;
  readonly onNews: (subscription: LiveSubscription) => void;
}

/** One's own inbox, for the bell [NTF1]: the number as it is when it is told. */
export class InboxSubscription extends ToldSubscription {
  readonly #source: InboxSource;
  readonly #reader: InboxReader;
  #isFirst = true;

  constructor({ id }: WatchInboxFrame, source: InboxSource, reader: InboxReader) {
    super(id, reader.onNews);
    this.#source = source;
    this.#reader = reader;
  }

  override recheck(): void {} // one's own is always one's own

  requireReach(): AuthorityId {
    const principal = this.#reader.principal();
    if (principal?.tenantId === undefined) throw tenantNeeded();
    return principal.authorityId;
  }

  changed({ authorityId }: Events["inbox-changed"]): void {
    if (this.#reader.principal()?.authorityId === authorityId) this.tell();
  }

  protected override async nextFrame(): Promise<string> {
    const unread = await this.#source.unread(this.requireReach());
    const type = this.#isFirst ? "state" : "change";
    this.#isFirst = false;
    return inboxFrame(type, this.id, unread);
  }
}
