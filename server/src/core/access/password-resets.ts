import { createHash, randomUUID } from "node:crypto";
import { randomToken, type TenantId, type UserId } from "../../kernel/ids.ts";
import { networkOf } from "../../kernel/network-of.ts";
import { type Clock, epochMs } from "../../kernel/time.ts";
import { type Actor, type Audit, type AuditedAct, actingAs } from "../audit/index.ts";
import { type Outbox, type OutboxConsumer, Undeliverable } from "../outbox/index.ts";
import type { AccountCare } from "./account-care.ts";
import type { AccountLetters } from "./account-letters.ts";
import { passwordResetUnavailable, passwordResetUnknown } from "./errors.ts";
import type { Login } from "./login.ts";
import type { PasswordReset, PasswordResetStore } from "./password-reset-store.ts";
import type { PasswordRules } from "./password-rules.ts";
import type { Principal } from "./principal.ts";
import type { PasswordHasher } from "./secrets.ts";
import type { Sessions } from "./sessions.ts";
import type { User } from "./user-store.ts";
import type { Users } from "./users.ts";

/** 192 random bits as 32 characters that need no escaping. */
const linkBytes = 24;
/** Mails on their way to one user: nobody fills another's mailbox, nor makes the link in it useless. */
const mailedAtMost = 3;
/** Requests by mail, which the outbox keeps until they are worked off. */
const requestTopic = "password-reset";
/** What is asked for may be typed by anybody: it is shown to nobody. */
const requestSummary = "Request for a new password";

interface ResetParts {
  readonly store: PasswordResetStore;
  readonly users: Users;
  readonly login: Login;
  readonly sessions: Sessions;
  readonly care: AccountCare;
  readonly hasher: PasswordHasher;
  readonly passwordRules: PasswordRules;
  readonly letters: AccountLetters;
  readonly clock: Clock;
  readonly audit: Audit;
  readonly outbox: Outbox;
}

/** A link that was just made; the token is told once. */
export interface MadeReset {
  readonly token: string;
  readonly expiresTime: PasswordReset["expiresTime"];
}

/**
 * New passwords for those who forgot theirs, by a link that works once [AUTH9]: in a mail to the user, or handed over by an
 * administrator. It changes the password only: a second factor stays what it is.
 */
export class PasswordResets {
  readonly #parts: ResetParts;
  readonly #lifetimeMs: number;

  constructor(parts: ResetParts, lifetimeMs: number) {
    this.#parts = parts;
    this.#lifetimeMs = lifetimeMs;
  }

  /** Whether users can help themselves. */
  isByMail(): Promise<boolean> {
    return this.#parts.letters.canSend();
  }

  /**
   * Answers the same, and as soon, whether there is such a user or not: the name is kept as it was typed, and looked up
   * after the answer, also by a node that starts later [REL1].
   */
  async request(username: string, address: string): Promise<void> {
    const { outbox, login, clock } = this.#parts;
    if (!(await this.isByMail())) throw passwordResetUnavailable();
    login.requireUnhurried(`resets from ${networkOf(address)}`);
    const body: AskedReset = { username, address };
    const notAfter = epochMs(clock() + this.#lifetimeMs);
    const kept = { tenantId: null, topic: requestTopic, key: `${requestTopic}/${randomUUID()}`, notAfter };
    await outbox.add({ ...kept, summary: requestSummary, body });
  }

  /** Works the requests off. One that is worked off twice, because a node was killed, is a second link. */
  get requests(): OutboxConsumer {
    return {
      topic: requestTopic,
      deliver: async ({ body }) => {
        if (!isAskedReset(body)) throw new Undeliverable("it is no request for a new password");
        await this.#mail(body.username, body.address);
      },
    };
  }

  /** To be handed over, by somebody who may do with the whole account what this allows [ROL1]. */
  async make(tenant: TenantId, userId: UserId, by: Principal): Promise<MadeReset> {
    const { care, audit } = this.#parts;
    const user = await care.require(tenant, userId, by);
    const entity = { type: "USER", id: userId, name: user.username } as const;
    return audit.change({ action: "PASSWORD_RESET_OFFERED", tenantId: tenant, entity }, async () => {
      const made = this.#newLink(userId, by.userId);
      await this.#parts.store.save(made.reset, hashOf(made.token), Number.POSITIVE_INFINITY);
      return { token: made.token, expiresTime: made.reset.expiresTime };
    });
  }

  /** Whose password a link sets, as long as it does. */
  async requireOpen(token: string): Promise<{ readonly user: User; readonly reset: PasswordReset }> {
    const { store, users, care, clock } = this.#parts;
    const reset = await store.find(hashOf(token));
    const user = reset && (await users.findById(reset.userId));
    if (!reset || !user || reset.expiresTime <= clock()) throw passwordResetUnknown();
    // Whoever made it has to be allowed still: the user may have become more since.
    if (reset.madeBy !== null && !(await care.may(reset.userId, reset.madeBy))) throw passwordResetUnknown();
    return { user, reset };
  }

  /** Ends all of the user's sessions. */
  async use(token: string, password: string, address: string): Promise<void> {
    const { passwordRules, hasher, sessions } = this.#parts;
    const { user } = await this.requireOpen(token);
    await passwordRules.require(user.username, password);
    const passwordHash = await hasher.hash(password);
    const ended = await actingAs(actorOf(user, address), () => this.#changed(token, user, passwordHash));
    sessions.ended(ended);
    sessions.userChanged(user.id);
  }

  removeEnded(): Promise<number> {
    return this.#parts.store.removeEnded(this.#parts.clock());
  }

  #changed(token: string, user: User, passwordHash: string) {
    const { store, letters, audit } = this.#parts;
    const entity = { type: "USER", id: user.id, name: user.username } as const;
    const act = { action: "PASSWORD_CHANGED", entity, facts: { by: "reset link" } } as const;
    return audit.change(act, async () => {
      await this.requireOpen(token); // once more: hashing took its time
      const used = await store.use(hashOf(token), passwordHash);
      if (!used) throw passwordResetUnknown();
      for (const tokenHash of used.tokenHashes) await letters.withdrawPasswordReset(tokenHash);
      await this.#tellTenants(act);
      await letters.news(user, "password-changed");
      return used.sessionIds;
    });
  }

  async #mail(username: string, address: string): Promise<void> {
    const { store, users, letters, audit } = this.#parts;
    const user = await users.findByName(username);
    if (!user || !(await letters.reaches(user))) return;
    const entity = { type: "USER", id: user.id, name: user.username } as const;
    const act = { action: "PASSWORD_RESET_OFFERED", entity, facts: { by: "mail" } } as const;
    await actingAs(nobodyAt(address), () =>
      audit.together(async () => {
        const { reset, token } = this.#newLink(user.id, null);
        const tokenHash = hashOf(token);
        if (!(await store.save(reset, tokenHash, mailedAtMost))) return;
        await audit.note(act);
        await this.#tellTenants(act);
        await letters.passwordReset(user, { token, tokenHash, expiresTime: reset.expiresTime });
      }),
    );
  }

  /** A link belongs to no tenant, so what it does is the installation's to know; and those whose user it is [AUD1]. */
  async #tellTenants(act: AuditedAct): Promise<void> {
    const assignments = await this.#parts.users.assignmentsOf(act.entity.id as UserId);
    const tenants = assignments.flatMap(({ tenant }) => tenant?.id ?? []).sort(); // all in the same order: their logs are held
    for (const tenantId of new Set(tenants)) await this.#parts.audit.note({ ...act, tenantId });
  }

  #newLink(userId: UserId, madeBy: UserId | null): { reset: PasswordReset; token: string } {
    const now = this.#parts.clock();
    const times = { createdTime: now, expiresTime: epochMs(now + this.#lifetimeMs) };
    return { reset: { userId, madeBy, ...times }, token: randomToken(linkBytes) };
  }
}

interface AskedReset {
  readonly username: string;
  readonly address: string;
}

const isAskedReset = (body: unknown): body is AskedReset =>
  typeof body === "object" &&
  body !== null &&
  "username" in body &&
  typeof body.username === "string" &&
  "address" in body &&
  typeof body.address === "string";

const hashOf = (token: string): string => createHash("sha256").update(token).digest("hex");

const actorOf = (user: User, address: string): Actor => ({
  kind: "nobody",
  userId: user.id,
  name: user.username,
  address,
  tenantId: null,
});

const nobodyAt = (address: string): Actor => ({ kind: "nobody", userId: null, name: "", address, tenantId: null });
