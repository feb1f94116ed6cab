import { setTimeout as sleep } from "node:timers/promises";
import type { AppError } from "../../kernel/errors.ts";
import { networkOf } from "../../kernel/network-of.ts";
import { OneByOne } from "../../kernel/one-by-one.ts";
import { foldCase } from "../../kernel/text.ts";
import type { Clock } from "../../kernel/time.ts";
import { authorityNeeded, authorityUnknown, loginRefused, loginThrottled, noAssignment } from "./errors.ts";
import type { AttemptSource, LoginThrottle, Penalty } from "./login-throttle.ts";
import type { PasswordHasher } from "./secrets.ts";
import type { User, UserAssignment, UserStore } from "./user-store.ts";

/** Attempts that may wait behind each other for one account from one network, without and with too many failures [AUTH3]. */
const queuedAtMost = 500;
const queuedUnderSuspicion = 10;
const retryWhenFullMs = 5_000;

export interface Attempt {
  readonly username: string;
  readonly password: string;
  readonly address: string;
}

/** From a name and a password to a user, and from there to one of its assignments. */
export class Login {
  readonly #users: UserStore;
  readonly #hasher: PasswordHasher;
  readonly #throttle: LoginThrottle;
  readonly #clock: Clock;
  readonly #turns = new OneByOne();
  /** Verified against when the user does not exist, so that both failures take the same time [AUTH3]. */
  #decoyHash: string | undefined;

  constructor(users: UserStore, hasher: PasswordHasher, throttle: LoginThrottle, clock: Clock) {
    this.#users = users;
    this.#hasher = hasher;
    this.#throttle = throttle;
    this.#clock = clock;
  }

  /**
   * Attempts on one account from one network go one behind another, so that many at once are slowed down as much as
   * one by one, and right passwords among them are not [AUTH3]. `wrong` words the refusal.
   */
  async authenticate(attempt: Attempt, wrong: () => AppError = loginRefused): Promise<User> {
    const source = { account: foldCase(attempt.username), network: networkOf(attempt.address) };
    const queue = `${source.network} ${source.account}`;
    this.#requireRoom(source, this.#turns.waitingFor(queue) + 1);
    using _turn = await this.#turns.enter(queue);
    this.#requireRoom(source, this.#turns.waitingFor(queue)); // those before may have failed meanwhile
    const penalty = this.#throttle.begin(source, this.#clock());
    if (!penalty) throw loginThrottled(retryWhenFullMs);
    try {
      return await this.#verified(attempt, source, penalty, wrong);
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

  #requireRoom(source: AttemptSource, waiting: number): void {
    const atMost = this.#throttle.isSuspect(source, this.#clock()) ? queuedUnderSuspicion : queuedAtMost;
    if (waiting > atMost) throw loginThrottled(retryWhenFullMs);
  }

  async #verified(
    { username, password }: Attempt,
    source: AttemptSource,
    penalty: Penalty,
    wrong: () => AppError,
  ): Promise<User> {
    if (penalty.delayMs > 0) await sleep(penalty.delayMs);
    const user = await this.#users.findByName(username);
    const hash = await this.#hashOf(user);
    const fits = await this.#hasher.verify(hash, password, penalty.isSuspect ? "slow" : "fast");
    if (!fits || !user) {
      this.#throttle.failed(source, this.#clock());
      throw penalty.refuseFailure ? loginThrottled(penalty.delayMs) : wrong();
    }
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
