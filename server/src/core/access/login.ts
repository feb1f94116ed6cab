import { setTimeout as sleep } from "node:timers/promises";
import { foldCase } from "../../kernel/text.ts";
import type { Clock } from "../../kernel/time.ts";
import {
  authorityNeeded,
  authorityUnknown,
  loginOverloaded,
  loginRefused,
  loginThrottled,
  noAssignment,
} from "./errors.ts";
import type { LoginThrottle, Penalty } from "./login-throttle.ts";
import type { PasswordHasher } from "./secrets.ts";
import type { User, UserAssignment, UserStore } from "./user-store.ts";

/** Attempts that may sit out a delay at the same time; each holds a connection. */
const waitingAtMost = 1_000;
const retryWhenOverloadedMs = 2_000;

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
  #waiting = 0;
  /** Verified against when the user does not exist, so that both failures take the same time [AUTH3]. */
  #decoyHash: Promise<string> | undefined;

  constructor(users: UserStore, hasher: PasswordHasher, throttle: LoginThrottle, clock: Clock) {
    this.#users = users;
    this.#hasher = hasher;
    this.#throttle = throttle;
    this.#clock = clock;
  }

  async authenticate(attempt: Attempt): Promise<User> {
    const account = foldCase(attempt.username);
    const penalty = this.#throttle.penaltyFor(account, attempt.address, this.#clock());
    await this.#sitOut(penalty);
    const user = await this.#users.findByName(attempt.username);
    if (!(await this.#passwordFits(user, attempt.password, penalty)) || !user) {
      this.#throttle.failed(account, attempt.address, this.#clock());
      throw penalty.refuseFailure ? loginThrottled(penalty.delayMs) : loginRefused();
    }
    this.#throttle.succeeded(account);
    return user;
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

  async #sitOut(penalty: Penalty): Promise<void> {
    if (penalty.delayMs === 0) return;
    if (this.#waiting >= waitingAtMost) throw loginOverloaded(retryWhenOverloadedMs);
    this.#waiting++;
    try {
      await sleep(penalty.delayMs);
    } finally {
      this.#waiting--;
    }
  }

  async #passwordFits(user: User | undefined, password: string, penalty: Penalty): Promise<boolean> {
    this.#decoyHash ??= this.#hasher.hash("nobody's password");
    const hash = user?.passwordHash ?? (await this.#decoyHash);
    return this.#hasher.verify(hash, password, penalty.delayMs > 0 ? "slow" : "fast");
  }
}

const describeAssignment = (assignment: UserAssignment): string =>
  `${assignment.id} (${assignment.tenant?.name ?? assignment.role})`;
