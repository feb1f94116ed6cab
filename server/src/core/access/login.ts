import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "../../kernel/errors.ts";
import { networkOf } from "../../kernel/network-of.ts";
import { OneByOne } from "../../kernel/one-by-one.ts";
import { foldCase } from "../../kernel/text.ts";
import type { Clock } from "../../kernel/time.ts";
import {
  authorityNeeded,
  authorityUnknown,
  codesThrottled,
  loginRefused,
  loginThrottled,
  noAssignment,
  tooManyNames,
  tooManyResets,
} from "./errors.ts";
import type { FailedLogin, FailedLogins } from "./failed-logins.ts";
import type { AttemptSource, LoginThrottle, Penalty } from "./login-throttle.ts";
import type { PasswordHasher } from "./secrets.ts";
import type { User, UserAssignment, UserStore } from "./user-store.ts";

const retryAfterMs = 1_000;
/** Codes of one account that wait for their turn; who types has one. */
const codesWaitingAtMost = 20;

export interface Attempt {
  readonly username: string;
  readonly password: string;
  readonly address: string;
  /** Nobody waits for the answer any more: the password need not be looked at. */
  readonly isGone?: () => boolean;
}

interface LoginParts {
  readonly users: UserStore;
  readonly hasher: PasswordHasher;
  readonly throttle: LoginThrottle;
  readonly failures: Pick<FailedLogins, "record">;
  readonly clock: Clock;
}

/** From a name and a password to a user, and from there to one of its assignments. */
export class Login {
  readonly #users: UserStore;
  readonly #hasher: PasswordHasher;
  readonly #throttle: LoginThrottle;
  readonly #failures: Pick<FailedLogins, "record">;
  readonly #clock: Clock;
  readonly #askers = new OneByOne();
  /** Verified against when the user does not exist, so that both failures take the same time [AUTH3]. */
  #decoyHash: string | undefined;

  constructor({ users, hasher, throttle, failures, clock }: LoginParts) {
    this.#users = users;
    this.#hasher = hasher;
    this.#throttle = throttle;
    this.#failures = failures;
    this.#clock = clock;
  }

  /** Whoever comes is looked at, after a delay and in its turn: a right password is never refused [AUTH3]. */
  async authenticate(attempt: Attempt, wrong: () => AppError = loginRefused): Promise<User> {
    return this.guarded(attempt, (_penalty, source) => this.#verified(attempt, source, wrong));
  }

  /**
   * As `guarded`, for a user who asks about names. The questions of one go one behind another, and after too many names
   * that exist nothing is looked at any more: "too many" for those alone would tell them from the others [AUTH6].
   */
  async asked<T>(by: Pick<Attempt, "username" | "address">, look: () => Promise<T | AppError>): Promise<T> {
    return this.#inTurn(foldCase(by.username), tooManyNames, (told) => this.guarded(by, () => told(look)));
  }

  /**
   * As `guarded`, for a code of six digits. The codes of one account go one behind another, and after too many wrong
   * ones nothing is looked at for a while: there are so few that somebody who has the password could try them all. A
   * right password does not make up for that [AUTH9].
   */
  async codeTried<T>(by: Pick<Attempt, "username" | "address">, look: () => Promise<T | AppError>): Promise<T> {
    const account = `code of ${foldCase(by.username)}`;
    if (this.#askers.waitingFor(account) >= codesWaitingAtMost) throw codesThrottled(retryAfterMs);
    return this.#inTurn(account, codesThrottled, (told) => this.guarded(by, () => told(look), "code"));
  }

  /** Counts what somebody nobody knows asks for; from some number on it is refused for a while. */
  requireUnhurried(asker: string): void {
    const silenceMs = this.#throttle.silenceMs(asker, this.#clock());
    if (silenceMs > 0) throw tooManyResets(silenceMs);
    this.#throttle.told(asker, this.#clock());
  }

  async #inTurn<T>(
    account: string,
    tooMany: (retryAfterMs: number) => AppError,
    work: (told: (look: () => Promise<T | AppError>) => Promise<T | AppError>) => Promise<T>,
  ): Promise<T> {
    using _turn = await this.#askers.enter(account);
    const silenceMs = this.#throttle.silenceMs(account, this.#clock());
    if (silenceMs > 0) throw tooMany(silenceMs);
    // awaited here: the turn ends with this block, and a promise that is only returned ends it at once
    return await work(async (look) => {
      const outcome = await look();
      if (outcome instanceof AppError) this.#throttle.told(account, this.#clock());
      return outcome;
    });
  }

  /**
   * Does what tells whether an account exists, after the delay that failures of the caller ask for. An error that is
   * returned, and not thrown, is a failed guess: it is counted, and from some number on answered "too many".
   */
  async guarded<T>(
    { username, address }: Pick<Attempt, "username" | "address">,
    work: (penalty: Penalty, source: AttemptSource) => Promise<T | AppError>,
    what: FailedLogin["what"] = "password",
  ): Promise<T> {
    const source = { account: foldCase(username), network: networkOf(address) };
    const penalty = this.#throttle.begin(source, this.#clock());
    try {
      if (penalty.delayMs > 0) await sleep(penalty.delayMs);
      const outcome = await work(penalty, source);
      if (!(outcome instanceof AppError)) return outcome;
      throw this.#failure(outcome, { username, what }, source, penalty);
    } finally {
      this.#throttle.end(source);
    }
  }

  assignmentsOf(user: User): Promise<readonly UserAssignment[]> {
    return this.#users.assignmentsOf(user.id);
  }

  /** The assignment a login or a switch is for [AUTH2]. */
  async choose(user: User, authorityId: string | undefined): Promise<UserAssignment> {
    const assignments = await this.#users.assignmentsOf(user.id);
    if (authorityId !== undefined) {
      const chosen = assignments.find((assignment) => assignment.id === authorityId.toLowerCase());
      if (!chosen) throw authorityUnknown();
      return chosen;
    }
    const [only] = assignments;
    if (!only) throw noAssignment();
    if (assignments.length > 1) throw authorityNeeded(assignments.map(describeAssignment));
    return only;
  }

  #failure(
    refusal: AppError,
    tried: Pick<FailedLogin, "username" | "what">,
    source: AttemptSource,
    penalty: Penalty,
  ): AppError {
    const isLockedOut = this.#throttle.failed(source, this.#clock());
    this.#failures.record({ ...tried, network: source.network, isLockedOut }, this.#clock());
    if (!isLockedOut) return refusal;
    return (tried.what === "code" ? codesThrottled : loginThrottled)(Math.max(penalty.delayMs, retryAfterMs));
  }

  async #verified(
    { username, password, isGone }: Attempt,
    source: AttemptSource,
    wrong: () => AppError,
  ): Promise<User | AppError> {
    const user = await this.#users.findByName(username);
    const hash = await this.#hashOf(user);
    const isAtHome = () => this.#throttle.isAtHome(source);
    const fits = await this.#hasher.verify(hash, password, { ...source, isAtHome, ...(isGone && { isGone }) });
    if (!fits || !user) return wrong();
    this.#throttle.succeeded(source);
    return user;
  }

  /** The decoy is made whoever comes first, known or not: else its making would tell them apart. */
  async #hashOf(user: User | undefined): Promise<string> {
    this.#decoyHash ??= await this.#hasher.hash("nobody's password");
    return user?.passwordHash ?? this.#decoyHash;
  }
}

const describeAssignment = (assignment: UserAssignment): string =>
  `${assignment.id} (${assignment.tenant?.name ?? assignment.role})`;
