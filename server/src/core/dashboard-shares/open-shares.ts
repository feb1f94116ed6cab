import type { Permission } from "@heliograph/contract";
import { AppError } from "../../kernel/errors.ts";
import type { ShareId } from "../../kernel/ids.ts";
import { networkOf } from "../../kernel/network-of.ts";
import type { Clock } from "../../kernel/time.ts";
import { type Callers, type KeyGuesses, LastUse, reachFor, type Standing, whereHeld } from "../access/index.ts";
import type { Dashboards, DashboardVersion, DashboardVersions } from "../dashboards/index.ts";
import type { Reach } from "../projects/index.ts";
import { type AliasOf, aliasesOf } from "./aliases.ts";
import { shareBusy, shareGone, sharePasswordNeeded } from "./errors.ts";
import type { DashboardShare } from "./share.ts";
import type { SharePasswords } from "./share-passwords.ts";
import type { ShareStore } from "./share-store.ts";
import type { ShareTickets } from "./share-tickets.ts";
import { hashOf, sharePrefix } from "./share-token.ts";
import { requireTerms } from "./shared-variables.ts";
import { WindowCount } from "./window-count.ts";

/** What its maker has to be allowed to, with the dashboard, as long as it is to work. */
const neededToSee: readonly Permission[] = ["VIEW_DASHBOARDS"];
const neededToShare: readonly Permission[] = [...neededToSee, "SHARE_DASHBOARDS"];

/** What somebody shows who has no account. */
export interface ShownShare {
  readonly token: string;
  readonly pass: string | undefined;
  readonly address: string;
}

/** A link that works, and all that can be seen through it. */
export interface OpenedShare {
  readonly share: DashboardShare;
  /** Of its maker, at this moment; of a link, where they may share: looking at a project is no right to publish it [ROL1]. */
  readonly standing: Standing;
  readonly reach: Reach;
  readonly dashboard: DashboardVersion;
  readonly alias: AliasOf;
}

interface OpenShareParts {
  readonly store: ShareStore;
  readonly tickets: Pick<ShareTickets, "findByHash" | "findById">;
  readonly versions: Pick<DashboardVersions, "require">;
  readonly dashboards: Pick<Dashboards, "requireHead">;
  readonly callers: Pick<Callers, "standingOf">;
  readonly passwords: SharePasswords;
  readonly guesses: Pick<KeyGuesses, "refusalOf">;
  readonly clock: Clock;
  readonly aliasKey: Buffer;
  /** Of one network, with one link. */
  readonly requestsPerMinute: number;
  /** The same for parts of maps: a map is many small requests. */
  readonly mapRequestsPerMinute: number;
}

/**
 * Links as those use them who have one [DSH6]. Nothing is remembered between requests: whatever was revoked, deleted or
 * taken from its maker counts with the next one, and every link that does not work is answered alike.
 */
export class OpenShares {
  readonly #parts: OpenShareParts;
  readonly #use: LastUse<ShareId>;
  readonly #requests = new WindowCount(60_000);
  readonly #mapRequests = new WindowCount(60_000);

  constructor(parts: OpenShareParts) {
    this.#parts = parts;
    this.#use = new LastUse(parts.store);
  }

  async open(shown: ShownShare): Promise<OpenedShare> {
    const opened = await this.#alive(shown);
    this.#count(opened, shown);
    return this.#unlocked(opened, shown);
  }

  /** As `open`, for parts of a map: undefined where the dashboard shows none [DSH3]. */
  async openMap(shown: ShownShare): Promise<OpenedShare | undefined> {
    const opened = await this.#alive(shown);
    this.#count(opened, shown, this.#mapRequests, this.#parts.mapRequestsPerMinute);
    const { configuration } = this.#unlocked(opened, shown).dashboard;
    return Object.values(configuration.widgets).some(({ kind }) => kind === "MAP") ? opened : undefined;
  }

  /** As `open`, in the same request, which may have waited: it counts once. */
  async reopen(shown: ShownShare): Promise<OpenedShare> {
    return this.#unlocked(await this.#alive(shown), shown);
  }

  #unlocked(opened: OpenedShare, shown: ShownShare): OpenedShare {
    if (!this.#parts.passwords.isOpenedBy(opened.share, shown.pass)) throw sharePasswordNeeded();
    if (!opened.share.ticket) this.#use.seen(opened.share.id, this.#parts.clock());
    return opened;
  }

  /** For a password what to show from then on. */
  async unlock(shown: ShownShare, password: string): Promise<string> {
    const opened = await this.#alive(shown);
    this.#count(opened, shown);
    const { share } = opened;
    return this.#parts.passwords.passFor(share, password, shown.address);
  }

  /** What was opened a moment ago, as it is now: with its maker's rights of this moment. */
  async again(opened: OpenedShare): Promise<OpenedShare> {
    const now = await this.#again(opened);
    if (!now) throw shareGone();
    return now;
  }

  /** How long until its end; infinitely where it has none. */
  msLeft({ share: { expiresTime } }: OpenedShare): number {
    return expiresTime === null ? Number.POSITIVE_INFINITY : Math.max(0, expiresTime - this.#parts.clock());
  }

  async works(share: DashboardShare): Promise<boolean> {
    return (await this.#opened(share)) !== undefined;
  }

  lastUseOf(share: DashboardShare): DashboardShare["lastUsedTime"] {
    return this.#use.lastOf(share);
  }

  /** Whose pages may show a link in a frame; nobody's where there is no such link. */
  async embedOriginsOf(id: ShareId): Promise<readonly string[]> {
    return (await this.#parts.store.findById(id))?.terms.embedOrigins ?? [];
  }

  /** Stores when links were last used. */
  keepUse(): Promise<void> {
    return this.#use.keep();
  }

  /** Another version is another dashboard: whoever shows it opens it anew. */
  async #again({ share: { id, version }, dashboard }: OpenedShare): Promise<OpenedShare | undefined> {
    const { store, tickets } = this.#parts;
    const share = tickets.findById(id) ?? (await store.findById(id));
    return share?.version === version ? this.#opened(share, dashboard) : undefined;
  }

  async #alive({ token, address }: ShownShare): Promise<OpenedShare> {
    const { guesses } = this.#parts;
    const share = token.startsWith(sharePrefix) ? await this.#find(hashOf(token)) : undefined;
    const opened = share && (await this.#opened(share));
    if (!opened) throw await guesses.refusalOf(address, shareGone());
    return opened;
  }

  #count(
    { share }: OpenedShare,
    { address }: ShownShare,
    requests = this.#requests,
    most = this.#parts.requestsPerMinute,
  ): void {
    const { clock } = this.#parts;
    const waitMs = requests.count(`${share.id} ${networkOf(address)}`, most, clock());
    if (waitMs > 0) throw shareBusy(most, waitMs);
  }

  async #find(hash: string): Promise<DashboardShare | undefined> {
    const { store, tickets } = this.#parts;
    return tickets.findByHash(hash) ?? (await store.findByHash(hash));
  }

  /** A version that was read is not read again, only whether it may be: it never changes, and can be large. */
  async #opened(share: DashboardShare, read?: DashboardVersion): Promise<OpenedShare | undefined> {
    const { callers, versions, dashboards, clock, aliasKey } = this.#parts;
    if (share.expiresTime !== null && share.expiresTime <= clock()) return undefined;
    try {
      const { userId, authorityId, dashboardId, version } = share;
      const by = share.ticket?.by ?? { userId, authorityId, keyId: null, visitId: null };
      const held = await callers.standingOf(by);
      const standing = share.ticket ? held : whereHeld(held, "SHARE_DASHBOARDS");
      const reach = reachFor(standing, share.ticket ? neededToSee : neededToShare);
      if (!reach) return undefined;
      if (read) await dashboards.requireHead(reach, dashboardId);
      const dashboard = read ?? (await versions.require(reach, dashboardId, version));
      requireTerms(dashboard.configuration.variables, share.terms);
      return { share, standing, reach, dashboard, alias: aliasesOf(aliasKey, share.id) };
    } catch (error) {
      if (error instanceof AppError && nowhere.has(error.fault)) return undefined;
      throw error;
    }
  }
}

/** Its maker is gone or may not, the dashboard is in the trash or out of their reach, or what was fixed is no variable. */
const nowhere: ReadonlySet<AppError["fault"]> = new Set(["not-found", "forbidden", "unauthenticated", "invalid"]);
