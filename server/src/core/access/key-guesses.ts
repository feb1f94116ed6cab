import { setTimeout as sleep } from "node:timers/promises";
import type { AppError } from "../../kernel/errors.ts";
import { networkOf } from "../../kernel/network-of.ts";
import type { Clock } from "../../kernel/time.ts";
import { apiKeyThrottled } from "./errors.ts";
import type { FailedLogins } from "./failed-logins.ts";
import type { LoginThrottle } from "./login-throttle.ts";

const retryAfterMs = 1_000;

interface GuessParts {
  /** Its own: a script with an old key must not slow down the logins of people behind the same address. */
  readonly throttle: LoginThrottle;
  readonly failures: Pick<FailedLogins, "record">;
  readonly clock: Clock;
}

/** What is guessed at, and what a network is told that did so too often. */
interface Guessed {
  readonly named: string;
  readonly what: "key" | "share";
  readonly throttled: (retryAfterMs: number) => AppError;
}

const apiKeys: Guessed = { named: "(an API key)", what: "key", throttled: apiKeyThrottled };

/** Wrong API keys, and wrong tokens of links, counted by network and held back as failed logins are [AUTH3]. */
export class KeyGuesses {
  readonly #parts: GuessParts;
  readonly #guessed: Guessed;

  constructor(parts: GuessParts, guessed = apiKeys) {
    this.#parts = parts;
    this.#guessed = guessed;
  }

  /** What a wrong key is answered, when its time has come. */
  async refusalOf(address: string, wrong: AppError): Promise<AppError> {
    const { throttle, failures, clock } = this.#parts;
    const { named, what, throttled } = this.#guessed;
    const network = networkOf(address);
    const source = { account: network, network };
    const { delayMs } = throttle.begin(source, clock());
    try {
      if (delayMs > 0) await sleep(delayMs);
      const isLockedOut = throttle.failed(source, clock());
      failures.record({ username: named, network, isLockedOut, what }, clock());
      return isLockedOut ? throttled(Math.max(delayMs, retryAfterMs)) : wrong;
    } finally {
      throttle.end(source);
    }
  }
}
