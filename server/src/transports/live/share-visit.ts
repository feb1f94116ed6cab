import type { AuthShareFrame, WatchSharedFrame } from "@heliograph/contract";
import type { AliasOf, OpenedShare, OpenShares, SharedData } from "../../core/dashboard-shares/index.ts";
import type { Events } from "../../core/events/index.ts";
import type { PageReader } from "./page-subscription.ts";
import { hasSameGrants } from "./same-grants.ts";

export interface LinkSources {
  readonly openShares: Pick<OpenShares, "open" | "again" | "msLeft">;
  readonly sharedData: Pick<SharedData, "watched">;
}

/** Links that were looked at a moment ago: many screens show the same one. */
export type LookedAt = Map<string, Promise<OpenedShare>>;

/** Somebody with a link to a dashboard and nothing else: pages of that dashboard, and no other frame, are theirs [DSH6]. */
export class ShareVisit {
  readonly #sources: LinkSources;
  readonly #shown: Parameters<OpenShares["open"]>[0];
  readonly #alias: AliasOf;
  #opened: OpenedShare;
  #standing: OpenedShare["standing"];

  private constructor(sources: LinkSources, shown: Parameters<OpenShares["open"]>[0], opened: OpenedShare) {
    this.#sources = sources;
    this.#shown = shown;
    this.#opened = opened;
    this.#standing = opened.standing;
    this.#alias = opened.alias;
  }

  static async open(sources: LinkSources, { token, pass }: AuthShareFrame, address: string): Promise<ShareVisit> {
    const shown = { token, pass, address };
    return new ShareVisit(sources, shown, await sources.openShares.open(shown));
  }

  get shareId(): string {
    return this.#opened.share.id;
  }

  get msLeft(): number {
    return this.#sources.openShares.msLeft(this.#opened);
  }

  isOf({ dashboardId }: Events["shares-changed"]): boolean {
    return this.#opened.share.dashboardId === dashboardId;
  }

  /** Whether a change may have taken something from its maker. */
  isConcernedBy(change: Events["access-changed"]): boolean {
    if (change.of === "everybody") return true;
    if (change.of === "user") return change.userId === this.#opened.share.userId;
    return change.of === "tenant" && change.tenantId === this.#opened.reach.tenantId;
  }

  /** Throws when the link leads nowhere any more, or to another version of its dashboard. */
  async recheck(lookedAt: LookedAt = new Map()): Promise<void> {
    const { share } = this.#opened;
    const key = `${share.id} ${share.version}`;
    const asked = lookedAt.get(key) ?? this.#sources.openShares.again(this.#opened);
    lookedAt.set(key, asked);
    this.#opened = await asked;
  }

  /** Whether its maker may do something else than when this was asked last. */
  takeChange(): boolean {
    const before = this.#standing;
    this.#standing = this.#opened.standing;
    return !hasSameGrants(before, this.#standing);
  }

  /** Counts as a request with the link: so many a minute. */
  async page({ page, choices }: WatchSharedFrame): Promise<Pick<PageReader, "choose" | "idOf">> {
    this.#opened = await this.#sources.openShares.open(this.#shown);
    const choose = async () => {
      await this.recheck();
      return this.#sources.sharedData.watched(this.#opened, { page, choices });
    };
    return { choose, idOf: this.#alias };
  }
}
