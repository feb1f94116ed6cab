import type { AuditAction, NewUser, Role } from "@heliograph/contract";
import { AppError } from "../../kernel/errors.ts";
import { type AuthorityId, newId, type SessionId, type TenantId, type UserId } from "../../kernel/ids.ts";
import { requireCanonicalName } from "../../kernel/name-form.ts";
import type { Page, PageRequest } from "../../kernel/paging.ts";
import type { Clock } from "../../kernel/time.ts";
import type { Audit, AuditedAct } from "../audit/index.ts";
import { type TenantQuotas, tenantNotFound } from "../tenants/index.ts";
import { accessFacts } from "./access-facts.ts";
import type { AccountLetters } from "./account-letters.ts";
import {
  lastAdministrator,
  passwordNeeded,
  passwordWrong,
  sessionEnded,
  systemAdministratorAlone,
  userAlreadyAssigned,
  userNotFound,
  usernameTaken,
} from "./errors.ts";
import { type Access, type AccessGiving, requireNoMore, type WantedAccess } from "./given-access.ts";
import { grantsOf } from "./grants.ts";
import type { Login } from "./login.ts";
import type { PasswordRules } from "./password-rules.ts";
import { type Giver, type Principal, reachFor } from "./principal.ts";
import type { PasswordHasher } from "./secrets.ts";
import type { Sessions } from "./sessions.ts";
import type { NewAssignment, TenantUser, User, UserAssignment, UserStore } from "./user-store.ts";

/** The part of a new account that belongs to the person, not to the tenant. */
export type Person = Pick<NewUser, "username" | "firstName" | "lastName" | "password">;

/** Who changes the own account, and from where. */
interface Caller {
  readonly userId: UserId;
  readonly sessionId: SessionId;
  readonly address: string;
}

/** Who asks for something that may tell whether a name exists. */
export interface Asker {
  readonly principal: Principal;
  readonly address: string;
}

interface UserParts {
  readonly store: UserStore;
  readonly sessions: Sessions;
  readonly login: Login;
  readonly hasher: PasswordHasher;
  readonly passwordRules: PasswordRules;
  readonly giving: AccessGiving;
  readonly letters: AccountLetters;
  readonly clock: Clock;
  readonly audit: Audit;
  readonly quotas: Pick<TenantQuotas, "limitOf" | "reached">;
}

/** Administration of users [AUTH6] and what users do with their own account [AUTH4]. */
export class Users {
  readonly #store: UserStore;
  readonly #sessions: Sessions;
  readonly #login: Login;
  readonly #hasher: PasswordHasher;
  readonly #clock: Clock;
  readonly #passwordRules: PasswordRules;
  readonly #giving: AccessGiving;
  readonly #letters: AccountLetters;
  readonly #audit: Audit;
  readonly #quotas: Pick<TenantQuotas, "limitOf" | "reached">;

  constructor({ store, sessions, login, hasher, passwordRules, giving, letters, clock, audit, quotas }: UserParts) {
    this.#quotas = quotas;
    this.#audit = audit;
    this.#store = store;
    this.#sessions = sessions;
    this.#login = login;
    this.#hasher = hasher;
    this.#clock = clock;
    this.#passwordRules = passwordRules;
    this.#giving = giving;
    this.#letters = letters;
  }

  list(tenant: TenantId, page: PageRequest): Promise<Page<TenantUser>> {
    return this.#store.listInTenant(tenant, page);
  }

  stream(tenant: TenantId): AsyncIterable<readonly TenantUser[]> {
    return this.#store.streamInTenant(tenant);
  }

  async require(tenant: TenantId, userId: UserId): Promise<TenantUser> {
    const user = await this.#store.findInTenant(tenant, userId);
    if (!user) throw userNotFound(userId);
    return user;
  }

  /**
   * A new user with its first assignment. A name that exists is refused, since it might be somebody else's, who did not
   * ask for it: it can be invited. Each such refusal tells that the name exists, and counts as a failed login of who
   * asked [AUTH6]. A password that would not do comes first: else it would tell the same, and leave no trace.
   */
  async create(tenant: TenantId, person: Person, wanted: WantedAccess, by: Asker): Promise<UserId> {
    requireCanonicalName("username", person.username);
    const access = await this.#giving.require(tenant, wanted, by.principal, []);
    await this.requirePassword(person);
    const { username } = by.principal;
    return this.#login.asked({ username, address: by.address }, async () => {
      if (await this.isIn(tenant, person.username)) throw userAlreadyAssigned(person.username);
      const user = (await this.exists(person.username)) ? undefined : await this.prepare(person);
      const outcome = user ? await this.#create(user, tenant, access) : "name-taken";
      if (outcome === "no-such-tenant") await this.#giving.require(tenant, wanted, by.principal, []); // names what went
      if (outcome === "no-such-tenant") throw tenantNotFound(tenant);
      return user && outcome === "created" ? user.id : usernameTaken(person.username);
    });
  }

  /**
   * By whoever administers the machine, from the command line: a new user, or a further assignment for an existing
   * one, whose password stays untouched.
   */
  async add(tenant: TenantId | undefined, person: Person, role: Role): Promise<UserId> {
    const { userId, outcome } = await this.#place(tenant, person, role);
    if (outcome === "already-assigned") throw userAlreadyAssigned(person.username);
    return userId;
  }

  /** As `add`, but content when the user is assigned to the tenant already; whatever its role is then. */
  async ensureAssigned(
    tenant: TenantId | undefined,
    person: Person,
    role: Role,
  ): Promise<"created" | "assigned" | "already-assigned"> {
    return (await this.#place(tenant, person, role)).outcome;
  }

  async exists(username: string): Promise<boolean> {
    return (await this.#store.findByName(username)) !== undefined;
  }

  async isIn(tenant: TenantId, username: string): Promise<boolean> {
    const user = await this.#store.findByName(username);
    return user !== undefined && (await this.#store.findInTenant(tenant, user.id)) !== undefined;
  }

  /** Nobody can give what they do not have, nor take it from somebody who has it [ROL1]. */
  async changeAccess(tenant: TenantId, userId: UserId, wanted: WantedAccess, giver: Principal): Promise<TenantUser> {
    await this.#audit.change(actOn("UPDATED", tenant, userId), async (notes) => {
      const before = await this.require(tenant, userId);
      notes.entity(before.username);
      requireNoMore(giver, before);
      const access = await this.#giving.require(tenant, wanted, giver, grantsOf(before));
      this.#expectDone(await this.#store.changeAccess(tenant, userId, access), userId);
      notes.before(accessFacts(before));
      notes.after(accessFacts(await this.require(tenant, userId)));
    });
    this.#sessions.userChanged(userId);
    return this.require(tenant, userId);
  }

  async unassign(tenant: TenantId, userId: UserId, by: Principal): Promise<void> {
    await this.#audit.change(actOn("DELETED", tenant, userId), async (notes) => {
      const before = await this.require(tenant, userId);
      notes.entity(before.username);
      notes.before(accessFacts(before));
      requireNoMore(by, before);
      this.#expectDone(await this.#store.unassign(tenant, userId), userId);
    });
    this.#sessions.userChanged(userId);
  }

  /** What somebody who administers the users of a tenant may do at this moment; undefined where they do not, any more. */
  async administrator(tenantId: TenantId, userId: UserId): Promise<Giver | undefined> {
    const assignments = await this.#store.assignmentsOf(userId);
    const held = assignments.find(({ role, tenant }) => role === "SYS_ADMIN" || tenant?.id === tenantId);
    if (!held) return undefined;
    const giver = { role: held.role, tenantId: held.tenant?.id, grants: grantsOf(held), keyName: undefined };
    return held.role === "SYS_ADMIN" || reachFor(giver, ["MANAGE_USERS"])?.projects === "all" ? giver : undefined;
  }

  assignmentsOf(user: UserId): Promise<readonly UserAssignment[]> {
    return this.#store.assignmentsOf(user);
  }

  findByName(username: string): Promise<User | undefined> {
    return this.#store.findByName(username);
  }

  findById(id: UserId): Promise<User | undefined> {
    return this.#store.findById(id);
  }

  async requireAccount(userId: UserId): Promise<User> {
    const user = await this.#store.findById(userId);
    if (!user) throw sessionEnded();
    return user;
  }

  async rename(userId: UserId, firstName: string | undefined, lastName: string | undefined): Promise<void> {
    const name = { firstName: firstName ?? null, lastName: lastName ?? null };
    const act = { action: "UPDATED", entity: { type: "USER", id: userId }, isOwnAccount: true } as const;
    await this.#audit.change(act, async (notes) => {
      const before = await this.requireAccount(userId);
      notes.entity(before.username);
      notes.before({ firstName: before.firstName, lastName: before.lastName });
      notes.after(name);
      await this.#store.setName(userId, name);
    });
  }

  /**
   * Ends the user's other sessions; the one that asks goes on [AUTH4]. Whoever found a session open may guess here,
   * so the current password is checked as in a login [AUTH3].
   */
  async changePassword(caller: Caller, current: string, next: string): Promise<void> {
    const { username } = await this.requireAccount(caller.userId);
    const attempt = { username, password: current, address: caller.address };
    const user = await this.#login.authenticate(attempt, passwordWrong("currentPassword"));
    await this.#setPassword(user, next, caller.sessionId);
  }

  /** By an administrator of the machine, from the command line. False when there is no such user. */
  async resetPassword(username: string, next: string): Promise<boolean> {
    const user = await this.#store.findByName(username);
    if (!user) return false;
    await this.#setPassword(user, next);
    return true;
  }

  async #place(
    tenant: TenantId | undefined,
    person: Person,
    role: Role,
  ): Promise<{ userId: UserId; outcome: "created" | "assigned" | "already-assigned" }> {
    const assignment = this.#newAssignment(tenant, { role, grants: [] });
    const existing = await this.#store.findByName(person.username);
    const user = existing ?? (await this.#preparedUnlessPlaced(person));
    if (!user) return this.#place(tenant, person, role);
    const outcome = await this.#onRecord(user, assignment, () =>
      existing ? this.#store.assign(user.id, assignment) : this.#store.create(user, assignment),
    );
    if (outcome === "no-such-tenant") throw tenantNotFound(tenant ?? "");
    if (outcome === "excluded-role") throw systemAdministratorAlone();
    // Somebody created the name while we hashed, or removed it: what would have happened a moment later happens now.
    if (outcome === "name-taken" || outcome === "no-such-user") return this.#place(tenant, person, role);
    return { userId: user.id, outcome };
  }

  /** Undefined when somebody else has placed that very name meanwhile. */
  async #preparedUnlessPlaced(person: Person): Promise<User | undefined> {
    try {
      return await this.prepare(person);
    } catch (error) {
      if (await this.exists(person.username)) return undefined;
      throw error;
    }
  }

  /** A user as it is stored, not stored yet; its name is nobody's, and is not taken for anybody's [AUTH6]. */
  async prepare(person: Person): Promise<User> {
    requireCanonicalName("username", person.username);
    const password = await this.requirePassword(person);
    if (await this.#store.hasAlike(person.username)) throw usernameTaken(person.username);
    return {
      id: newId(),
      createdTime: this.#clock(),
      username: person.username,
      firstName: person.firstName ?? null,
      lastName: person.lastName ?? null,
      passwordHash: await this.#hasher.hash(password),
    };
  }

  /** The password of a new account, if it can be one [AUTH9]. */
  async requirePassword({ username, password }: Person): Promise<string> {
    if (password === undefined) throw passwordNeeded(username);
    await this.#passwordRules.require(username, password);
    return password;
  }

  #create(user: User, tenant: TenantId, access: Access) {
    const usersAtMost = this.usersAtMost(tenant);
    const assignment = { ...this.#newAssignment(tenant, access), usersAtMost };
    return this.#onRecord(user, assignment, () => this.#store.create(user, assignment)).catch(this.refusalIn(tenant));
  }

  /** On record is who was added, not who could not be. */
  #onRecord<Outcome extends string>(
    user: User,
    { tenantId, role }: NewAssignment,
    add: () => Promise<Outcome>,
  ): Promise<Outcome> {
    return this.#audit.together(async () => {
      const outcome = await add();
      const entity = { type: "USER", id: user.id, name: user.username } as const;
      if (outcome !== "created" && outcome !== "assigned") return outcome;
      const stored = tenantId && (await this.#store.findInTenant(tenantId, user.id));
      const facts = accessFacts(stored ?? { role, grants: [] });
      await this.#audit.note({ action: "ADDED", tenantId: tenantId ?? null, entity, facts });
      return outcome;
    });
  }

  /** 0 is no limit [QTA1]. */
  usersAtMost(tenant: TenantId): number {
    return this.#quotas.limitOf(tenant, "users");
  }

  /** The log hears of a tenant that is full. */
  refusalIn(tenant: TenantId): (error: unknown) => never {
    return (error) => {
      throw error instanceof AppError && error.fault === "no-room" ? this.#quotas.reached(tenant, "users") : error;
    };
  }

  #newAssignment(tenantId: TenantId | undefined, access: Pick<NewAssignment, "role" | "grants">): NewAssignment {
    return { id: newId<AuthorityId>(), ...access, tenantId, createdTime: this.#clock() };
  }

  async #setPassword({ id, username }: User, password: string, keep?: SessionId): Promise<void> {
    await this.#passwordRules.require(username, password);
    const passwordHash = await this.#hasher.hash(password);
    const entity = { type: "USER", id, name: username } as const;
    const act = { action: "PASSWORD_CHANGED", entity, isOwnAccount: true } as const;
    const ended = await this.#audit.change(act, async () => {
      await this.#letters.news({ id, username }, "password-changed");
      return this.#store.setPassword(id, passwordHash, keep);
    });
    this.#sessions.ended(ended);
    this.#sessions.userChanged(id); // what the kept session downloads stops as well [AUTH8]
  }

  #expectDone(outcome: "done" | "not-found" | "last-administrator", userId: UserId): void {
    if (outcome === "not-found") throw userNotFound(userId);
    if (outcome === "last-administrator") throw lastAdministrator();
  }
}

const actOn = (action: AuditAction, tenantId: TenantId, id: UserId): AuditedAct => ({
  action,
  tenantId,
  entity: { type: "USER", id },
});
