import type { EpochMs } from "../../kernel/time.ts";

/** The part of a logger this needs. */
interface FailureLogger {
  warn(facts: object, message: string): void;
}

export interface FailedLogin {
  readonly username: string;
  readonly network: string;
  /** Answered "too many requests". */
  readonly isLockedOut: boolean;
  /** What was wrong. */
  readonly what: "password" | "code" | "key" | "share";
}

const minuteMs = 60_000;
/** Of a minute so many are told one by one, the rest as a number. */
const linesPerMinute = 10;
/** Names are whatever somebody typed. */
const longestName = 100;

/** Failed logins in the log [AUTH9]: each of the first ones of a minute, and how many there were beyond. */
export class FailedLogins {
  readonly #logger: FailureLogger;
  #minute = 0;
  #told = 0;
  #untold = { failed: 0, lockedOut: 0 };

  constructor(logger: FailureLogger) {
    this.#logger = logger;
  }

  record({ username, network, isLockedOut, what }: FailedLogin, now: EpochMs): void {
    this.summarise(now);
    if (this.#told < linesPerMinute) {
      this.#told++;
      const facts = { username: username.slice(0, longestName), address: network };
      this.#logger.warn(facts, messageOf(isLockedOut, what));
    } else this.#untold[isLockedOut ? "lockedOut" : "failed"]++;
  }

  /** Called now and then: what a minute had beyond is told when it is over. */
  summarise(now: EpochMs): void {
    const minute = Math.floor(now / minuteMs);
    if (minute === this.#minute) return;
    const { failed, lockedOut } = this.#untold;
    if (failed + lockedOut > 0) this.#logger.warn({ failed, lockedOut }, "more logins failed within a minute");
    this.#minute = minute;
    this.#told = 0;
    this.#untold = { failed: 0, lockedOut: 0 };
  }
}

const messageOf = (isLockedOut: boolean, what: FailedLogin["what"]): string => {
  if (isLockedOut) return "login refused after too many failures";
  return what === "code" ? "login failed at the second factor" : "login failed";
};
