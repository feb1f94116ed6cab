import type { AppError } from "../../kernel/errors.ts";
import type { SessionId, TenantId, UserId } from "../../kernel/ids.ts";
import type { Clock } from "../../kernel/time.ts";
import type { Audit } from "../audit/index.ts";
import type { Sealer } from "../sealing/index.ts";
import { tenantNotFound } from "../tenants/index.ts";
import type { AccountCare } from "./account-care.ts";
import type { AccountLetters } from "./account-letters.ts";
import {
  codeRefused,
  ownSecondFactorFirst,
  passwordWrong,
  secondFactorExists,
  secondFactorMissing,
  secondFactorNotBegun,
  secondFactorUnreadable,
  sessionEnded,
  signInRulesChanged,
} from "./errors.ts";
import type { Login } from "./login.ts";
import type { Principal } from "./principal.ts";
import { isAppCode, newRecoveryCodes, plainCode, recoveryHashOf } from "./recovery-codes.ts";
import type { SecondFactorState, SecondFactorStore, SignInRules } from "./second-factor-store.ts";
import type { OneTimeCodes } from "./secrets.ts";
import type { Sessions } from "./sessions.ts";
import type { TenantUser, User } from "./user-store.ts";

interface SecondFactorParts {
  readonly store: SecondFactorStore;
  readonly codes: OneTimeCodes;
  readonly sealer: Sealer;
  readonly login: Login;
  readonly sessions: Sessions;
  readonly care: AccountCare;
  readonly letters: AccountLetters;
  readonly clock: Clock;
  readonly audit: Audit;
}

/** What an app needs to make codes; told once. */
export interface ProposedFactor {
  readonly secret: string;
  readonly url: string;
}

/** A code somebody shows, and from where. */
export interface ShownCode {
  readonly code: string;
  readonly address: string;
}

/** How a code was right, for the record. */
export type VerifiedBy = "app" | "recovery code";

/**
 * Second factors: codes of an app on the user's telephone, and recovery codes for when that is lost [AUTH9]. Each code is
 * good once. Which steps of time were used is remembered one by one, and not as "the last": so a clock that was set back
 * locks nobody out, and brings no code back.
 */
export class SecondFactors {
  readonly #parts: SecondFactorParts;

  constructor(parts: SecondFactorParts) {
    this.#parts = parts;
  }

  async stateOf(user: UserId, tenant: TenantId | undefined): Promise<SecondFactorState> {
    const state = await this.#parts.store.stateOf(user, tenant);
    if (!state) throw sessionEnded();
    return state;
  }

  /** A secret for an app; it counts when a code of it was shown. */
  async propose({ id, username }: User): Promise<ProposedFactor> {
    const { store, codes, sealer } = this.#parts;
    const secret = codes.newSecret();
    if (!(await store.propose(id, sealer.seal(secret, placeOf(id))))) throw secondFactorExists();
    return { secret, url: codes.urlOf(secret, username) };
  }

  /**
   * Before a session sets up what keeps others out for good: it may be in other hands, and its owner would be the one
   * who is kept out. As for a new password [AUTH9].
   */
  async requirePassword({ username }: User, password: string | undefined, address: string): Promise<void> {
    const wrong = passwordWrong("password");
    if (password === undefined) throw wrong();
    await this.#parts.login.authenticate({ username, password, address }, wrong);
  }

  /** Sets it up, and ends the sessions that were opened without it; the codes returned are told once. */
  async confirm(user: User, code: string, session?: SessionId): Promise<readonly string[]> {
    const { store, clock, audit, letters } = this.#parts;
    const { sealed, step } = await this.#firstStep(user.id, code);
    const recoveryCodes = newRecoveryCodes();
    const first = { sealed, step, recoveryHashes: recoveryCodes.map(recoveryHashOf), now: clock(), session };
    const ended = await audit.change(actOn("SECOND_FACTOR_ENABLED", user), async () => {
      const sessionIds = await store.enable(user.id, first);
      if (!sessionIds) throw secondFactorNotBegun();
      await letters.news(user, "second-factor-on");
      return sessionIds;
    });
    this.#accessChanged(user.id, ended);
    return recoveryCodes;
  }

  /** Whether a code is right, for one who knows the password. It is used up by this. */
  verify(user: User, { code, address }: ShownCode, wrong: () => AppError): Promise<VerifiedBy> {
    const { login, store, letters } = this.#parts;
    const { id, username } = user;
    const by = { username, address };
    if (isAppCode(code)) return login.codeTried(by, async () => ((await this.#useAppCode(id, code)) ? "app" : wrong()));
    const look = async () => {
      if (!(await store.useRecoveryCode(id, recoveryHashOf(code)))) return wrong();
      await letters.news(user, "recovery-code-used");
      return "recovery code" as const;
    };
    return login.guarded(by, look, "code");
  }

  async renewRecoveryCodes(user: User, password: string, shown: ShownCode): Promise<readonly string[]> {
    await this.#requireBoth(user, password, shown);
    const codes = newRecoveryCodes();
    await this.#parts.audit.change(actOn("RECOVERY_CODES_RENEWED", user), async () => {
      if (!(await this.#parts.store.replaceRecoveryCodes(user.id, codes.map(recoveryHashOf))))
        throw secondFactorMissing();
    });
    return codes;
  }

  /** By its owner, who needs both factors once more. */
  async giveUp(user: User, password: string, shown: ShownCode): Promise<void> {
    await this.#requireBoth(user, password, shown);
    await this.#remove(actOn("SECOND_FACTOR_DISABLED", user), user, "where-required");
  }

  /** For a user who lost it, by an administrator. */
  async reset(tenant: TenantId, userId: UserId, by: Principal): Promise<void> {
    const user = await this.#parts.care.require(tenant, userId, by);
    await this.#remove({ ...actOn("SECOND_FACTOR_RESET", user), tenantId: tenant }, user, "all");
  }

  /** By whoever has the machine. */
  resetByName(user: User): Promise<void> {
    return this.#remove(actOn("SECOND_FACTOR_RESET", user), user, "all");
  }

  async markService(tenant: TenantId, userId: UserId, isService: boolean, by: Principal): Promise<void> {
    const { care, audit, store } = this.#parts;
    const user = await care.require(tenant, userId, by);
    const ended = await audit.change({ ...actOn("UPDATED", user), tenantId: tenant }, async (notes) => {
      notes.before({ serviceAccount: (await this.stateOf(userId, tenant)).isService });
      notes.after({ serviceAccount: isService });
      return store.setService(userId, isService);
    });
    this.#accessChanged(userId, ended);
  }

  rulesOf(tenant: TenantId): Promise<SignInRules> {
    return this.#parts.store.rulesOf(tenant);
  }

  /**
   * Nobody asks of others what they do not do themselves: they would be the first to be logged out. `version` says which
   * rules were changed, where that is known.
   */
  async requireIn(tenant: TenantId, isRequired: boolean, by: Principal, version?: number): Promise<SignInRules> {
    const { audit, store, sessions } = this.#parts;
    if (isRequired && by.tenantId === tenant) await this.#requireOwn(by.userId, tenant);
    const act = { action: "UPDATED", tenantId: tenant, entity: { type: "TENANT", id: tenant } } as const;
    const { after, ended } = await audit.change(act, async (notes) => {
      const outcome = await store.setRequired(tenant, isRequired, version);
      if (outcome === "no-such-tenant") throw tenantNotFound(tenant);
      if (outcome === "changed-meanwhile") throw signInRulesChanged();
      notes.before({ secondFactorRequired: outcome.before.isRequired });
      notes.after({ secondFactorRequired: isRequired });
      return outcome;
    });
    sessions.ended(ended);
    sessions.tenantChanged(tenant);
    return after;
  }

  async #requireOwn(user: UserId, tenant: TenantId): Promise<void> {
    const { enabledTime, isService } = await this.stateOf(user, tenant);
    if (enabledTime === null && !isService) throw ownSecondFactorFirst();
  }

  async #remove(
    act: Parameters<Audit["change"]>[0],
    user: Pick<User, "id" | "username">,
    which: Parameters<SecondFactorStore["remove"]>[1],
  ): Promise<void> {
    const ended = await this.#parts.audit.change(act, async () => {
      const sessionIds = await this.#parts.store.remove(user.id, which);
      if (!sessionIds) throw secondFactorMissing();
      await this.#parts.letters.news(user, "second-factor-off");
      return sessionIds;
    });
    this.#accessChanged(user.id, ended);
  }

  async #requireBoth({ id, username }: User, password: string, shown: ShownCode): Promise<void> {
    const { login, store } = this.#parts;
    const attempt = { username, password, address: shown.address };
    const user = await login.authenticate(attempt, passwordWrong("password"));
    if (!(await store.find(id))?.isEnabled) throw secondFactorMissing();
    await this.verify(user, shown, codeRefused);
  }

  async #firstStep(user: UserId, code: string): Promise<{ sealed: string; step: number }> {
    const factor = await this.#parts.store.find(user);
    if (!factor) throw secondFactorNotBegun();
    if (factor.isEnabled) throw secondFactorExists();
    const step = this.#stepOf(user, factor.sealed, code);
    if (step === undefined) throw codeRefused();
    return { sealed: factor.sealed, step };
  }

  async #useAppCode(user: UserId, code: string): Promise<boolean> {
    const factor = await this.#parts.store.find(user);
    if (!factor?.isEnabled) return false;
    const step = this.#stepOf(user, factor.sealed, code);
    return step !== undefined && this.#parts.store.useStep(user, factor.sealed, step);
  }

  #stepOf(user: UserId, sealed: string, code: string): number | undefined {
    const { sealer, codes, clock } = this.#parts;
    const secret = sealer.open(sealed, placeOf(user));
    if (secret === undefined) throw secondFactorUnreadable();
    return codes.stepOf(secret, plainCode(code), clock());
  }

  #accessChanged(user: UserId, ended: readonly SessionId[]): void {
    if (ended.length > 0) this.#parts.sessions.ended(ended);
    this.#parts.sessions.userChanged(user);
  }
}

/** A sealed secret opens for its own user only. */
const placeOf = (user: UserId): string => `second factor of ${user}`;

type FactorAction =
  | "SECOND_FACTOR_ENABLED"
  | "SECOND_FACTOR_DISABLED"
  | "SECOND_FACTOR_RESET"
  | "RECOVERY_CODES_RENEWED"
  | "UPDATED";

const actOn = (action: FactorAction, { id, username }: Pick<User | TenantUser, "id" | "username">) =>
  ({ action, entity: { type: "USER", id, name: username }, isOwnAccount: true }) as const;
