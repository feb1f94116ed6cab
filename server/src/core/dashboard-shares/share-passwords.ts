import { createHmac, timingSafeEqual } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { AppError } from "../../kernel/errors.ts";
import { networkOf } from "../../kernel/network-of.ts";
import { OneByOne } from "../../kernel/one-by-one.ts";
import type { Clock } from "../../kernel/time.ts";
import type { AttemptSource, FailedLogins, LoginThrottle, PasswordHasher } from "../access/index.ts";
import { sharePasswordThrottled, sharePasswordWrong } from "./errors.ts";
import type { DashboardShare } from "./share.ts";
import { WindowCount } from "./window-count.ts";

const hourMs = 3_600_000;

interface PasswordParts {
  readonly hasher: PasswordHasher;
  /** Its own: whoever guesses at a link slows down nobody's login. */
  readonly throttle: LoginThrottle;
  /** Which network is refused at which link, and for how long. */
  readonly lockouts: Pick<LoginThrottle, "told" | "silenceMs">;
  /** Wrong passwords of one link from everywhere; beyond, each network has one try until its lock-out is over. */
  readonly guessesPerHour: number;
  readonly failures: Pick<FailedLogins, "record">;
  readonly clock: Clock;
}

type Locked = Pick<DashboardShare, "id" | "passwordHash">;

/**
 * Passwords of links: guesses are held back as those at logins are [AUTH3], per link and per network. One password is told to
 * many and guarded by nobody, so a network that failed too often at a link is refused there without a look until its
 * lock-out is over. Whoever comes from where nobody failed is looked at, whatever happens elsewhere.
 */
export class SharePasswords {
  readonly #parts: PasswordParts;
  readonly #oneByPlace = new OneByOne();
  readonly #wrong = new WindowCount(hourMs);

  constructor(parts: PasswordParts) {
    this.#parts = parts;
  }

  hash(password: string): Promise<string> {
    return this.#parts.hasher.hash(password);
  }

  /** What to show with every request, for a right password. */
  async passFor(share: Locked, password: string, address: string): Promise<string> {
    if (share.passwordHash === null) return passOf(share);
    const { throttle, clock } = this.#parts;
    const source = { account: `link ${share.id}`, network: networkOf(address) };
    this.#requireOpen(source);
    const { delayMs } = throttle.begin(source, clock());
    try {
      if (delayMs > 0) await sleep(delayMs);
      if (!(await this.#isRight(share.passwordHash, password, source))) throw this.#failure(source);
      throttle.succeeded(source);
      return passOf(share);
    } finally {
      throttle.end(source);
    }
  }

  /** Those of one network go one behind another: of many guesses at once, those behind the last free one are not looked at. */
  async #isRight(hash: string, password: string, source: AttemptSource): Promise<boolean> {
    const { throttle, hasher } = this.#parts;
    using _turn = await this.#oneByPlace.enter(placeOf(source));
    this.#requireOpen(source);
    const isRight = await hasher.verify(hash, password, { ...source, isAtHome: () => throttle.isAtHome(source) });
    if (!isRight) this.#countWrong(source);
    return isRight;
  }

  #requireOpen(source: AttemptSource): void {
    const waitMs = this.#lockedForMs(source);
    if (waitMs > 0) throw sharePasswordThrottled(waitMs);
  }

  /** Where the link was opened before, nobody is kept out before some failures came after that, as with logins. */
  #lockedForMs(source: AttemptSource): number {
    const { throttle, lockouts, guessesPerHour, clock } = this.#parts;
    if (throttle.isAtHome(source)) return 0;
    const isUnderAttack = this.#wrong.countOf(source.account, clock()) > guessesPerHour;
    return lockouts.silenceMs(placeOf(source), clock(), isUnderAttack ? 1 : undefined);
  }

  #countWrong(source: AttemptSource): void {
    const { throttle, lockouts, guessesPerHour, clock } = this.#parts;
    throttle.failed(source, clock());
    lockouts.told(placeOf(source), clock());
    this.#wrong.count(source.account, guessesPerHour, clock());
  }

  #failure(source: AttemptSource): AppError {
    const { failures, clock } = this.#parts;
    const lockedForMs = this.#lockedForMs(source);
    const isLockedOut = lockedForMs > 0;
    failures.record({ username: "(a link)", network: source.network, isLockedOut, what: "share" }, clock());
    return isLockedOut ? sharePasswordThrottled(lockedForMs) : sharePasswordWrong();
  }

  isOpenedBy(share: Locked, pass: string | undefined): boolean {
    if (share.passwordHash === null) return true;
    const [shown, right] = [Buffer.from(pass ?? ""), Buffer.from(passOf(share))];
    return shown.length === right.length && timingSafeEqual(shown, right);
  }
}

const placeOf = ({ account, network }: AttemptSource): string => `${account} at ${network}`;

/** Nothing is kept for it: it is good as long as the link, and with this password; a salt nobody sees is in the hash. */
const passOf = ({ id, passwordHash }: Locked): string =>
  createHmac("sha256", passwordHash ?? "")
    .update(id)
    .digest("base64url");
