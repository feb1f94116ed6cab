import { availableParallelism } from "node:os";
import { type Algorithm, hash, type Options, verify } from "@node-rs/argon2";
import type { PasswordHasher } from "../../core/access/index.ts";
import { Lane } from "./lane.ts";

/** OWASP's recommendation for argon2id: 19 MiB, two passes, one lane. The library runs it in threads of its own. */
const argon2id: Algorithm.Argon2id = 2;
export const argon2Parameters = {
  algorithm: argon2id,
  memoryCost: 19_456,
  timeCost: 2,
  parallelism: 1,
} as const satisfies Options;

/** Hashing shares Node's four pool threads with file access: never take all of them. */
const fastAtOnce = Math.max(1, Math.min(2, availableParallelism() - 1));
/** Passwords that may wait to be hashed; at some 20 ms each the last one waits 10 s. */
const waitingAtMost = 500;

export class Argon2Hasher implements PasswordHasher {
  readonly #lanes = {
    fast: new Lane(fastAtOnce, waitingAtMost),
    /** Attempts under suspicion go one by one, so that guessing never delays anybody else's login much [AUTH3]. */
    slow: new Lane(1, waitingAtMost),
  };

  hash(password: string): Promise<string> {
    return this.#lanes.fast.run(() => hash(password, argon2Parameters));
  }

  verify(passwordHash: string, password: string, lane: "fast" | "slow"): Promise<boolean> {
    return this.#lanes[lane].run(() => verify(passwordHash, password));
  }
}
