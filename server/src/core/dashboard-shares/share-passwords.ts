import { createHmac, timingSafeEqual } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { networkOf } from "../../kernel/network-of.ts";
import type { Clock } from "../../kernel/time.ts";
import type { FailedLogins, LoginThrottle, PasswordHasher } from "../access/index.ts";
import { sharePasswordThrottled, sharePasswordWrong } from "./errors.ts";
import type { DashboardShare } from "./share.ts";

const retryAfterMs = 1_000;

interface PasswordParts {
  readonly hasher: PasswordHasher;
  /** Its own: whoever guesses at a link slows down nobody's login. */
  readonly throttle: LoginThrottle;
  readonly failures: Pick<FailedLogins, "record">;
  readonly clock: Clock;
}

type Locked = Pick<DashboardShare, "id" | "passwordHash">;

/** Passwords of links: guesses are held back as those at logins are [AUTH3], per link and per network. */
export class SharePasswords {
  readonly #parts: PasswordParts;

  constructor(parts: PasswordParts) {
    this.#parts = parts;
  }

  hash(password: string): Promise<string> {
    return this.#parts.hasher.hash(password);
  }

  /** What to show with every request, for a right password. A right one is looked at whatever others tried. */
  async passFor(share: Locked, password: string, address: string): Promise<string> {
    const { throttle, clock, hasher, failures } = this.#parts;
    const source = { account: `link ${share.id}`, network: networkOf(address) };
    const { delayMs } = throttle.begin(source, clock());
    try {
      if (delayMs > 0) await sleep(delayMs);
      const isAtHome = () => throttle.isAtHome(source);
      if (share.passwordHash === null || (await hasher.verify(share.passwordHash, password, { ...source, isAtHome }))) {
        throttle.succeeded(source);
        return passOf(share);
      }
      const isLockedOut = throttle.failed(source, clock());
      failures.record({ username: "(a link)", network: source.network, isLockedOut, what: "share" }, clock());
      throw isLockedOut ? sharePasswordThrottled(Math.max(delayMs, retryAfterMs)) : sharePasswordWrong();
    } finally {
      throttle.end(source);
    }
  }

  isOpenedBy(share: Locked, pass: string | undefined): boolean {
    if (share.passwordHash === null) return true;
    const [shown, right] = [Buffer.from(pass ?? ""), Buffer.from(passOf(share))];
    return shown.length === right.length && timingSafeEqual(shown, right);
  }
}

/** Nothing is kept for it: it is good as long as the link, and with this password; a salt nobody sees is in the hash. */
const passOf = ({ id, passwordHash }: Locked): string =>
  createHmac("sha256", passwordHash ?? "")
    .update(id)
    .digest("base64url");
