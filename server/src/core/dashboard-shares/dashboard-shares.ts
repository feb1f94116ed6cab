import { type DashboardId, newId, randomToken, type ShareId } from "../../kernel/ids.ts";
import { requireVisibleName } from "../../kernel/name-form.ts";
import type { Clock } from "../../kernel/time.ts";
import type { PasswordRules, Principal } from "../access/index.ts";
import type { ActNotes, Audit } from "../audit/index.ts";
import type { DashboardHead, Dashboards, DashboardVersions } from "../dashboards/index.ts";
import type { EventBus } from "../events/index.ts";
import type { Reach } from "../projects/index.ts";
import { shareEndPast, shareNeedsPerson, shareNotFound, shareOthers, sharesTooMany } from "./errors.ts";
import type { OpenShares } from "./open-shares.ts";
import type { DashboardShare, ListedShare, NewShare } from "./share.ts";
import type { SharePasswords } from "./share-passwords.ts";
import type { ShareStore } from "./share-store.ts";
import { hashOf, sharePrefix, tokenBytes } from "./share-token.ts";
import { ownRange } from "./shared-range.ts";
import { requireTerms } from "./shared-variables.ts";

interface ShareParts {
  readonly store: ShareStore;
  readonly dashboards: Pick<Dashboards, "requireHead">;
  readonly versions: Pick<DashboardVersions, "require">;
  readonly opens: OpenShares;
  readonly passwords: SharePasswords;
  readonly passwordRules: Pick<PasswordRules, "require">;
  readonly audit: Audit;
  readonly events: EventBus;
  readonly clock: Clock;
  readonly perDashboard: number;
}

/** Links to a dashboard, for those who may share it [DSH6]. */
export class DashboardShares {
  readonly #parts: ShareParts;

  constructor(parts: ShareParts) {
    this.#parts = parts;
  }

  async list(reach: Reach, id: DashboardId): Promise<readonly ListedShare[]> {
    const { dashboards, store, opens } = this.#parts;
    await dashboards.requireHead(reach, id);
    const shares = await store.listOf(id);
    return Promise.all(
      shares.map(async (share) => ({
        ...share,
        lastUsedTime: opens.lastUseOf(share),
        works: await opens.works(share),
      })),
    );
  }

  /** The token is told once and kept as a hash only. */
  async create(
    reach: Reach,
    maker: Principal,
    id: DashboardId,
    wanted: NewShare,
  ): Promise<{ share: ListedShare; token: string }> {
    requirePerson(maker);
    const { dashboards, passwords, clock } = this.#parts;
    const head = await dashboards.requireHead(reach, id);
    await this.#requireSensible(reach, head, wanted);
    const { name, version, expiresTime, password, time, variables, embedOrigins } = wanted;
    const share: DashboardShare = {
      ...{ id: newId<ShareId>(), dashboardId: id, userId: maker.userId, authorityId: maker.authorityId },
      ...{ name, version, expiresTime, terms: { time, variables, embedOrigins } },
      passwordHash: password === null ? null : await passwords.hash(password),
      createdTime: clock(),
      lastUsedTime: null,
    };
    const token = sharePrefix + randomToken(tokenBytes);
    await this.#store(head, share, hashOf(token));
    return { share: { ...share, madeBy: maker.username, works: true }, token };
  }

  /** Only its maker: the data is read with their rights, so they say what is read. */
  async showVersion(
    reach: Reach,
    maker: Principal,
    id: DashboardId,
    shareId: ShareId,
    version: number,
  ): Promise<ListedShare> {
    requirePerson(maker);
    const { dashboards, versions, store, opens } = this.#parts;
    const head = await dashboards.requireHead(reach, id);
    const share = await this.#require(id, shareId);
    const { configuration } = await versions.require(reach, id, version);
    await this.#change(head, "SHARE_CHANGED", async (notes) => {
      if (share.userId !== maker.userId) throw shareOthers();
      requireTerms(configuration.variables, share.terms);
      notes.before(factsOf(share));
      notes.after(factsOf({ ...share, version }));
      if (!(await store.setVersion(shareId, version))) throw shareNotFound(shareId);
    });
    const shown = { ...share, version };
    return { ...shown, lastUsedTime: opens.lastUseOf(share), madeBy: maker.username, works: await opens.works(shown) };
  }

  /** Whoever made it; what it has under way is cut off. */
  async revoke(reach: Reach, id: DashboardId, shareId: ShareId): Promise<void> {
    const { dashboards, store } = this.#parts;
    const head = await dashboards.requireHead(reach, id);
    await this.#change(head, "SHARE_REVOKED", async (notes) => {
      const share = await this.#require(id, shareId);
      notes.before(factsOf(share));
      if (!(await store.remove(id, shareId))) throw shareNotFound(shareId);
    });
  }

  async #requireSensible(reach: Reach, { id }: DashboardHead, wanted: NewShare): Promise<void> {
    const { clock, passwordRules, versions } = this.#parts;
    requireVisibleName("name", wanted.name);
    if (wanted.expiresTime !== null && wanted.expiresTime <= clock()) throw shareEndPast();
    if (wanted.password !== null) await passwordRules.require(wanted.name, wanted.password);
    const { configuration } = await versions.require(reach, id, wanted.version);
    requireTerms(configuration.variables, wanted);
    ownRange(configuration, wanted.time, clock(), "UTC");
  }

  async #require(id: DashboardId, shareId: ShareId): Promise<DashboardShare> {
    const share = await this.#parts.store.find(id, shareId);
    if (!share) throw shareNotFound(shareId);
    return share;
  }

  #store(head: DashboardHead, share: DashboardShare, tokenHash: string): Promise<void> {
    const { store, perDashboard } = this.#parts;
    return this.#change(head, "SHARED", async (notes) => {
      notes.after(factsOf(share));
      const outcome = await store.create(share, tokenHash, perDashboard);
      if (outcome === "too-many") throw sharesTooMany(perDashboard);
      if (outcome === "gone") throw shareNotFound(share.id); // the dashboard or its maker, this moment
    });
  }

  async #change(
    { id, tenantId, title }: DashboardHead,
    action: "SHARED" | "SHARE_CHANGED" | "SHARE_REVOKED",
    work: (notes: ActNotes) => Promise<void>,
  ): Promise<void> {
    const { audit, events } = this.#parts;
    await audit.change({ action, tenantId, entity: { type: "DASHBOARD", id, name: title } }, work);
    events.publish("shares-changed", { dashboardId: id });
  }
}

/** A key may hold less than its maker, whose rights the link would have; a visitor has none of their own. */
function requirePerson({ credential, openedUntil }: Principal): void {
  if (credential.kind !== "session" || openedUntil !== undefined) throw shareNeedsPerson();
}

const factsOf = ({ id, name, version, expiresTime, passwordHash, terms }: DashboardShare) => ({
  ...{ share: id, name, version, expiresTime, hasPassword: passwordHash !== null },
  time: JSON.stringify(terms.time),
  variables: JSON.stringify(terms.variables),
  embedOrigins: [...terms.embedOrigins],
});
