import { createHash } from "node:crypto";
import { AppError } from "../../kernel/errors.ts";
import {
  type AuthorityId,
  type InvitationId,
  newId,
  randomToken,
  type TenantId,
  type UserId,
} from "../../kernel/ids.ts";
import { requireCanonicalName } from "../../kernel/name-form.ts";
import type { Page, PageRequest } from "../../kernel/paging.ts";
import { foldCase } from "../../kernel/text.ts";
import { type Clock, epochMs } from "../../kernel/time.ts";
import { type Audit, actingAs, currentActor } from "../audit/index.ts";
import { invitationLetter, type LetterLanguage, type Mail } from "../mail/index.ts";
import { tenantNotFound } from "../tenants/index.ts";
import { accessFacts } from "./access-facts.ts";
import type { AccountLetters } from "./account-letters.ts";
import type { ApiKeys } from "./api-keys.ts";
import {
  codeNeeded,
  codeWrong,
  invitationAccepted,
  invitationEnded,
  invitationForAnother,
  invitationNotFound,
  invitationUnknown,
  loginRefused,
  systemAdministratorAlone,
  userAlreadyAssigned,
  usernameTaken,
} from "./errors.ts";
import { type AccessGiving, newGrantOf, type WantedAccess } from "./given-access.ts";
import type { AcceptOutcome, FoundInvitation, Invitation, InvitationStore } from "./invitation-store.ts";
import type { Login } from "./login.ts";
import type { Giver, Principal } from "./principal.ts";
import type { SecondFactors } from "./second-factors.ts";
import type { NewAssignment, User } from "./user-store.ts";
import type { Person, Users } from "./users.ts";

/** 192 random bits as 32 characters that need no escaping. */
const linkBytes = 24;

interface InvitationParts {
  readonly store: InvitationStore;
  readonly users: Users;
  readonly keys: Pick<ApiKeys, "principalOf">;
  readonly login: Login;
  readonly giving: AccessGiving;
  readonly factors: SecondFactors;
  readonly clock: Clock;
  readonly audit: Audit;
  readonly mail: Mail;
  readonly letters: AccountLetters;
}

/** An invitation that was made, and how its link goes to whom it is for. */
export interface Invited {
  readonly invitation: Invitation;
  /** Null where it went by mail: then nobody but who is invited is told. */
  readonly token: string | null;
}

/** How somebody without a session accepts: with the password of the account, or a new one. */
export interface Acceptance {
  readonly token: string;
  readonly password: string;
  /** Whether the account is there already; where this is not said, it is whatever it is. */
  readonly account: "new" | "existing" | undefined;
  readonly firstName: string | undefined;
  readonly lastName: string | undefined;
  /** Of an account that has a second factor [AUTH9]. */
  readonly verificationCode: string | undefined;
  readonly address: string;
}

/** A user and the assignment that an accepted invitation gave. */
export interface Joined {
  readonly user: User;
  readonly authorityId: AuthorityId;
  /** A code was shown on the way. */
  readonly isVerified: boolean;
}

/**
 * Invitations into a tenant [AUTH7]. Nobody is assigned without consent, and nobody is told whether a name exists: the
 * link alone gives nothing, accepting needs the password of the account as well, or sets it where there is none.
 */
export class Invitations {
  readonly #parts: InvitationParts;
  readonly #lifetimeMs: number;

  constructor(parts: InvitationParts, lifetimeMs: number) {
    this.#parts = parts;
    this.#lifetimeMs = lifetimeMs;
  }

  /** The link is told once and kept as a hash only. Where it goes by mail, and where not, has nothing to do with accounts. */
  async invite(
    tenantId: TenantId,
    username: string,
    wanted: WantedAccess,
    by: Principal,
    language: LetterLanguage = "en",
  ): Promise<Invited> {
    const { store, users, giving, clock, mail } = this.#parts;
    const access = await giving.require(tenantId, wanted, by, []);
    if (await users.isIn(tenantId, username)) throw userAlreadyAssigned(username);
    if (!(await users.exists(username))) requireCanonicalName("username", username); // else nobody could accept it
    const [now, token] = [clock(), randomToken(linkBytes)];
    const times = { createdTime: now, expiresTime: epochMs(now + this.#lifetimeMs) };
    const invitedWithKey = by.credential.kind === "key" ? by.credential.id : null;
    const maker = { invitedBy: by.userId, invitedWithKey };
    const invitation = { id: newId<InvitationId>(), tenantId, username, ...access, ...maker, ...times };
    const entity = { type: "INVITATION", id: invitation.id, name: username } as const;
    const isMailed = await mail.reaches(tenantId, username);
    const stored = await this.#parts.audit.change({ action: "INVITED", tenantId, entity }, async (notes) => {
      const replaced = await store.save(invitation, hashOf(token));
      if (!replaced) throw tenantNotFound(tenantId);
      for (const id of replaced) await mail.withdraw(mailKeyOf(id)); // its link works no more
      const found = await store.find(hashOf(token));
      if (!found) throw invitationUnknown(); // withdrawn, or replaced by another one, in this very moment
      notes.facts({ ...accessFacts(found), mailed: isMailed });
      if (isMailed) await this.#mail(found, token, language);
      const { tenantName: _, isAccepted: __, ...saved } = found;
      return saved;
    });
    return { invitation: stored, token: isMailed ? null : token };
  }

  #mail({ id, tenantId, username, tenantName, expiresTime }: FoundInvitation, token: string, language: LetterLanguage) {
    const { mail } = this.#parts;
    const link = mail.linkTo(linkOf(token)) ?? linkOf(token);
    const letter = invitationLetter(language, { tenantName, username, link, expiresTime });
    const summary = `Invitation of ${username}`;
    return mail.send({ tenantId, to: username, letter, key: mailKeyOf(id), summary, notAfter: expiresTime });
  }

  list(tenantId: TenantId, page: PageRequest): Promise<Page<Invitation>> {
    return this.#parts.store.list(tenantId, this.#parts.clock(), page);
  }

  stream(tenantId: TenantId): AsyncIterable<readonly Invitation[]> {
    return this.#parts.store.stream(tenantId, this.#parts.clock());
  }

  async withdraw(tenantId: TenantId, id: InvitationId): Promise<void> {
    const act = { action: "INVITATION_WITHDRAWN", tenantId, entity: { type: "INVITATION", id } } as const;
    await this.#parts.audit.change(act, async (notes) => {
      const withdrawn = await this.#parts.store.withdraw(tenantId, id);
      if (!withdrawn) throw invitationNotFound(id);
      notes.entity(withdrawn.username);
      await this.#parts.mail.withdraw(mailKeyOf(id));
    });
  }

  /** What the link is for, as long as it can be accepted. */
  async requireOpen(token: string): Promise<FoundInvitation> {
    const found = await this.#parts.store.find(hashOf(token));
    if (!found) throw invitationUnknown();
    if (found.isAccepted) throw invitationAccepted();
    if (found.expiresTime <= this.#parts.clock()) throw invitationEnded();
    await this.#requireGiven(found);
    return found;
  }

  /** Whoever invited has to be allowed to give it still: else it gives nothing [ROL1]. */
  async #requireGiven(invitation: FoundInvitation): Promise<void> {
    const { tenantId, invitedBy, role, grants } = invitation;
    if (invitedBy === null) return;
    try {
      const giver = await this.#giverOf(invitation, invitedBy);
      if (!giver) throw invitationUnknown();
      await this.#parts.giving.require(tenantId, { role, grants: grants.map(newGrantOf) }, giver, []);
    } catch (error) {
      throw error instanceof AppError && isRefusal(error) ? invitationUnknown() : error;
    }
  }

  /** Who made it with a key gives what the key may give: as much as it is for, and nothing when it is gone [AUTH10]. */
  async #giverOf({ tenantId, invitedWithKey }: FoundInvitation, maker: UserId): Promise<Giver | undefined> {
    const person = await this.#parts.users.administrator(tenantId, maker);
    if (!person || invitedWithKey === null) return person;
    const key = await this.#parts.keys.principalOf(invitedWithKey);
    return key.permissions.has("MANAGE_USERS") ? key : undefined;
  }

  /** By somebody who is logged in, which has to be the one who was invited. */
  async acceptAs(userId: UserId, token: string): Promise<Joined> {
    const invitation = await this.requireOpen(token);
    const user = await this.#parts.users.requireAccount(userId);
    if (foldCase(user.username) !== foldCase(invitation.username)) throw invitationForAnother(invitation.username);
    return this.#accept(invitation, user, user.id);
  }

  /** Whoever invited has the link, too: what tells whether the name has an account counts as a failed login [AUTH7]. */
  async accept(acceptance: Acceptance): Promise<Joined> {
    const invitation = await this.requireOpen(acceptance.token);
    const { users, login } = this.#parts;
    const [{ username }, { password, address, account }] = [invitation, acceptance];
    if (account === "new") await users.requirePassword({ username, password });
    const isKnown = await users.exists(username);
    if (isKnown ? account === "new" : account !== "existing")
      return login.guarded({ username, address }, async () =>
        isKnown ? usernameTaken(username) : this.#join(invitation, acceptance),
      );
    const user = await login.authenticate({ username, password, address }, loginRefused);
    const isVerified = await this.#verified(user, acceptance);
    return { ...(await this.#accept(invitation, user, user.id)), isVerified };
  }

  /** Consent needs whatever a login needs: the password alone joins no tenant for an account that has more [AUTH9]. */
  async #verified(user: User, { verificationCode, address }: Acceptance): Promise<boolean> {
    const { factors } = this.#parts;
    const { enabledTime, isService } = await factors.stateOf(user.id, undefined);
    if (enabledTime === null || isService) return false;
    if (verificationCode === undefined) throw codeNeeded();
    await factors.verify(user, { code: verificationCode, address }, codeWrong);
    return true;
  }

  removeEnded(): Promise<number> {
    return this.#parts.store.removeEnded(this.#parts.clock());
  }

  /** A password that will not do is given back as a failed guess: for an account that exists, it would be one. */
  async #join(invitation: FoundInvitation, { password, firstName, lastName }: Acceptance): Promise<Joined | AppError> {
    const names = { ...(firstName !== undefined && { firstName }), ...(lastName !== undefined && { lastName }) };
    const person: Person = { username: invitation.username, password, ...names };
    const user = await this.#parts.users.prepare(person).catch(invalidOnly);
    return user instanceof AppError ? user : this.#accept(invitation, user, user);
  }

  async #accept(invitation: FoundInvitation, user: User, who: UserId | User): Promise<Joined> {
    const { id, tenantId, role } = invitation;
    const usersAtMost = this.#parts.users.usersAtMost(tenantId);
    const assignment: NewAssignment = {
      id: newId<AuthorityId>(),
      tenantId,
      role,
      createdTime: this.#parts.clock(),
      usersAtMost,
    };
    const entity = { type: "USER", id: user.id, name: user.username } as const;
    const act = { action: "INVITATION_ACCEPTED", tenantId, entity, facts: accessFacts(invitation) } as const;
    await asThemselves(user, () =>
      this.#parts.audit.change(act, async () => {
        await this.#requireGiven(invitation); // once more: hashing a password takes its time
        const accepted = this.#parts.store.accept(id, who, assignment).catch(this.#parts.users.refusalIn(tenantId));
        requireAccepted(await accepted, user.username);
        await this.#parts.mail.withdraw(mailKeyOf(id)); // its link is used up, wherever it was read
        const { invitedBy, tenantName } = invitation;
        await this.#parts.letters.invitationAccepted(invitedBy, { tenantId, tenantName, username: user.username });
      }),
    );
    return { user, authorityId: assignment.id, isVerified: false };
  }
}

/** Who accepts with a link is nobody to the door, and the user from then on [AUD1]. */
function asThemselves<T>({ id, username }: User, work: () => T): T {
  const actor = currentActor();
  return actor?.kind === "nobody" ? actingAs({ ...actor, userId: id, name: username }, work) : work();
}

/** Nobody is told why; that the database is busy is another matter. */
const isRefusal = ({ fault }: AppError): boolean => fault !== "busy";

function requireAccepted(outcome: AcceptOutcome, username: string): void {
  if (outcome === "accepted-before") throw invitationAccepted();
  if (outcome === "already-assigned") throw userAlreadyAssigned(username);
  if (outcome === "excluded-role") throw systemAdministratorAlone();
  if (outcome === "name-taken") throw usernameTaken(username);
  if (outcome === "no-such-user") throw invitationUnknown();
}

function invalidOnly(error: unknown): AppError {
  if (error instanceof AppError && error.fault === "invalid") return error;
  throw error;
}

/** Where an invitation is accepted; behind the #: it stays out of logs and of headers that name pages. */
export const linkOf = (token: string): string => `/invitation#${token}`;

const mailKeyOf = (id: InvitationId): string => `invitation/${id}`;

const hashOf = (token: string): string => createHash("sha256").update(token).digest("hex");
