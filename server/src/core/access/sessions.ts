import type { TokenPair } from "@heliograph/contract";
import { newId, type SessionId, type TenantId, type UserId } from "../../kernel/ids.ts";
import { type Clock, type EpochMs, epochMs } from "../../kernel/time.ts";
import type { Actor, Audit } from "../audit/index.ts";
import type { EventBus } from "../events/index.ts";
import { ownSessionNotFound, sessionEnded } from "./errors.ts";
import { LastUse } from "./last-use.ts";
import { concernsPrincipal, type Principal } from "./principal.ts";
import { principalOf } from "./principal-of.ts";
import { type RecheckLimits, Remembered } from "./remembered.ts";
import type { TokenSigner } from "./secrets.ts";
import type { LiveSession, Session, SessionOrigin, SessionStore } from "./session-store.ts";
import type { User, UserAssignment } from "./user-store.ts";
import type { Visits } from "./visits.ts";

export interface SessionLimits extends RecheckLimits {
  /** How long a session lives on without being refreshed. */
  readonly sessionMs: number;
  /** However often it is refreshed, it ends after this [AUTH8]. */
  readonly longestMs: number;
  /** A tenant that a system administrator opened is left after this. */
  readonly openedMs: number;
  /** Sessions of a user; a login beyond ends the oldest. */
  readonly perUser: number;
}

/** A tenant as it is told apart and called. */
type NamedTenant = NonNullable<UserAssignment["tenant"]>;

interface SessionParts {
  readonly store: SessionStore;
  readonly signer: TokenSigner;
  readonly clock: Clock;
  readonly events: EventBus;
  readonly audit: Audit;
  readonly visits: Visits;
}

/** How somebody got in. */
interface Entry {
  readonly origin: SessionOrigin;
  /** A second factor was shown [AUTH9]. */
  readonly isVerified: boolean;
  /** With what, where it was shown for this session. */
  readonly verifiedBy?: string;
  /** The session that asks, and ends by this: a session becomes one other, never several [AUTH8]. */
  readonly insteadOf?: SessionId;
}

/**
 * Sessions and their tokens [AUTH4]. An access token only names its session; what the session may do is looked
 * up, so a logout, a new role or a new password counts from the next request on.
 */
export class Sessions {
  readonly #store: SessionStore;
  readonly #signer: TokenSigner;
  readonly #limits: SessionLimits;
  readonly #clock: Clock;
  readonly #events: EventBus;
  readonly #audit: Audit;
  readonly #visits: Visits;
  readonly #use: LastUse<SessionId>;
  readonly #remembered: Remembered<SessionId, Principal>;

  constructor({ store, signer, clock, events, audit, visits }: SessionParts, limits: SessionLimits) {
    this.#audit = audit;
    this.#visits = visits;
    this.#store = store;
    this.#signer = signer;
    this.#limits = limits;
    this.#clock = clock;
    this.#events = events;
    this.#use = new LastUse(store);
    this.#remembered = new Remembered(limits);
    events.subscribe("access-changed", (change) =>
      this.#remembered.forgetThose((principal) => concernsPrincipal(change, principal)),
    );
  }

  /** For a user whose password was verified, or whose session was found live: it must still be the same one. */
  async open(user: User, assignment: UserAssignment, entry: Entry): Promise<TokenPair> {
    const { origin, verifiedBy, insteadOf } = entry;
    const begin = () => this.#begin(user, assignment, entry, null);
    const session = await (insteadOf ? this.#replacing(insteadOf, begin) : begin());
    await this.#audit.note(
      {
        action: "LOGIN",
        entity: { type: "USER", id: user.id, name: user.username },
        ...(verifiedBy && { facts: { secondFactor: verifiedBy } }),
      },
      actorOf(user, assignment, origin),
    );
    return this.#tokensFor({ session, user, assignment });
  }

  /**
   * A system administrator enters a tenant as one of its administrators: in a session that ends by itself, and on record
   * in the log of the tenant and in that of the installation, or not at all [AUD1].
   */
  async openTenant({ user, assignment, session: from }: LiveSession, tenant: NamedTenant): Promise<TokenPair> {
    const { address, userAgent, isVerified } = from;
    const entry = { origin: { address, userAgent }, isVerified };
    const where = { tenantId: tenant.id, tenantName: tenant.name };
    const session = await this.#replacing(from.id, async () => {
      const begun = await this.#begin(user, assignment, entry, tenant.id);
      const who = { userId: user.id, username: user.username, address };
      await this.#visits.begin({ sessionId: begun.id, ...where, ...who }, begun.expiresTime);
      return begun;
    });
    return this.#tokensFor({ session, user, assignment: { ...assignment, role: "TENANT_ADMIN", tenant } });
  }

  /** Back out of a tenant that was opened: the session in it ends. */
  async leaveTenant({ user, session }: LiveSession, own: UserAssignment): Promise<TokenPair> {
    const { address, userAgent, isVerified } = session;
    const entry = { origin: { address, userAgent }, isVerified };
    return this.#replacing(session.id, async () => {
      await this.#visits.left([session.id]);
      return this.open(user, own, entry);
    });
  }

  /** Both or none; of those who ask at once in the same session one gets a new one. */
  async #replacing<T>(old: SessionId, begin: () => Promise<T>): Promise<T> {
    const begun = await this.#audit.together(async () => {
      if (!(await this.#store.end(old))) throw sessionEnded();
      return begin();
    });
    this.ended([old]);
    return begun;
  }

  async #begin(
    user: User,
    assignment: UserAssignment,
    { origin, isVerified }: Entry,
    openedTenantId: TenantId | null,
  ): Promise<Session> {
    const now = this.#clock();
    const session: Session = {
      id: newId(),
      userId: user.id,
      authorityId: assignment.id,
      generation: 0,
      createdTime: now,
      expiresTime: this.#expiryOf({ createdTime: now, openedTenantId }, now),
      lastUsedTime: now,
      isVerified,
      openedTenantId,
      ...origin,
    };
    if (!(await this.#store.create(session, user.passwordHash))) throw sessionEnded();
    const surplus = await this.#store.endOf(user.id, { keep: session.id, atMost: this.#limits.perUser });
    await this.#visits.left(surplus);
    if (surplus.length > 0) this.ended(surplus);
    return session;
  }

  /** Who this access token speaks for. */
  async authenticate(accessToken: string): Promise<Principal> {
    const { sessionId } = this.#signer.verifyAccess(accessToken);
    const principal = await this.principalOf(sessionId);
    this.#use.seen(sessionId, this.#clock());
    return principal;
  }

  /** Who this session speaks for, and what it may do at this moment. */
  principalOf(sessionId: SessionId): Promise<Principal> {
    return this.#remembered.of(sessionId, async () => {
      const live = await this.requireLive(sessionId);
      return principalOf(live, { kind: "session", id: live.session.id });
    });
  }

  /** A refresh token works once; seeing one again means that somebody copied it, and ends the session. */
  async refresh(refreshToken: string): Promise<TokenPair> {
    const { sessionId, generation } = this.#signer.verifyRefresh(refreshToken);
    const live = await this.requireLive(sessionId);
    const expiresTime = this.#expiryOf(live.session, this.#clock());
    if (!(await this.#store.advance(sessionId, generation, expiresTime))) {
      await this.#endCopied(live);
      throw sessionEnded();
    }
    this.#use.seen(sessionId, this.#clock());
    return this.#tokensFor({ ...live, session: { ...live.session, generation: generation + 1 } });
  }

  /** Somebody has a copy of its refresh token, and nobody knows which of both this is: on record under no name [AUD1]. */
  async #endCopied({ session: { id, openedTenantId }, user, assignment: { tenant } }: LiveSession): Promise<void> {
    const entity = { type: "USER", id: user.id, name: user.username } as const;
    const facts = { sessions: 1, reason: "a refresh token was used twice" };
    await this.#audit.together(async () => {
      if (!(await this.#store.end(id))) return;
      const tenantId = openedTenantId === null ? (tenant?.id ?? null) : null;
      await this.#audit.note({ action: "SESSIONS_ENDED", tenantId, entity, facts });
      await this.#visits.left([id], facts.reason);
    });
    this.ended([id]);
  }

  /** By its owner. */
  async logout(sessionId: SessionId, { userId, username }: Principal): Promise<void> {
    const entity = { type: "USER", id: userId, name: username } as const;
    await this.#audit.change({ action: "LOGOUT", entity, isOwnAccount: true }, async () => {
      if (await this.#store.end(sessionId)) await this.#visits.left([sessionId]);
    });
    this.ended([sessionId]);
  }

  /** The live sessions of a user, newest first. */
  async listOf(user: UserId): Promise<readonly LiveSession[]> {
    const stored = await this.#store.listOf(user, this.#clock());
    return stored.map((live) => ({
      ...live,
      session: { ...live.session, lastUsedTime: this.#use.lastOf(live.session) },
    }));
  }

  /** Stores when sessions were last used. */
  keepUse(): Promise<void> {
    return this.#use.keep();
  }

  /** One of the user's own. */
  async endOwn(user: UserId, id: SessionId): Promise<void> {
    const ended = await this.#audit.change(endingOf(user), async (notes) => {
      const ids = await this.#store.endOf(user, { only: id });
      if (ids.length === 0) throw ownSessionNotFound(id);
      await this.#visits.left(ids);
      notes.facts({ sessions: ids.length });
      return ids;
    });
    this.ended(ended);
  }

  /** All of the user's own but one. */
  async endOthers(user: UserId, keep: SessionId): Promise<void> {
    const ended = await this.#audit.change(endingOf(user), async (notes) => {
      const ids = await this.#store.endOf(user, { keep });
      await this.#visits.left(ids);
      notes.facts({ sessions: ids.length });
      return ids;
    });
    this.ended(ended);
  }

  /** Others ended these in the store. */
  ended(ids: readonly SessionId[]): void {
    this.#remembered.forget(ids);
    this.#events.publish("access-changed", { of: "sessions", sessionIds: [...ids] });
  }

  /** After a change to a user's role or assignment: the next request looks it up again. */
  userChanged(user: UserId): void {
    this.#remembered.forgetThose(({ userId }) => userId === user);
    this.#events.publish("access-changed", { of: "user", userId: user });
  }

  /** After a change to the tenant's roles or tree of projects, or when it is gone. */
  tenantChanged(tenant: TenantId): void {
    this.#remembered.forgetThose(({ tenantId }) => tenantId === tenant);
    this.#events.publish("access-changed", { of: "tenant", tenantId: tenant });
  }

  async removeExpired(): Promise<number> {
    await this.closeVisits();
    return this.#store.removeExpired(this.#clock());
  }

  /** Visits whose sessions are over end on record. */
  closeVisits(): Promise<void> {
    return this.#visits.close(this.#clock());
  }

  async requireLive(id: SessionId): Promise<LiveSession> {
    const live = await this.#store.find(id);
    if (!live || live.session.expiresTime <= this.#clock()) throw sessionEnded();
    return live;
  }

  #expiryOf({ createdTime, openedTenantId }: Pick<Session, "createdTime" | "openedTenantId">, now: EpochMs): EpochMs {
    const { sessionMs, longestMs, openedMs } = this.#limits;
    const longest = openedTenantId === null ? longestMs : Math.min(openedMs, longestMs);
    return epochMs(Math.min(now + sessionMs, createdTime + longest));
  }

  #tokensFor({ session, user, assignment }: LiveSession): TokenPair {
    const display = {
      username: user.username,
      userId: user.id,
      role: assignment.role,
      tenantId: assignment.tenant?.id,
    };
    return {
      token: this.#signer.signAccess({ kind: "access", sessionId: session.id }, display),
      refreshToken: this.#signer.signRefresh({
        kind: "refresh",
        sessionId: session.id,
        generation: session.generation,
      }),
    };
  }
}

const endingOf = (user: UserId) =>
  ({ action: "SESSIONS_ENDED", entity: { type: "USER", id: user }, isOwnAccount: true }) as const;

const actorOf = (user: User, { tenant }: UserAssignment, { address }: SessionOrigin): Actor => ({
  kind: "user",
  userId: user.id,
  name: user.username,
  address,
  tenantId: tenant?.id ?? null,
});
