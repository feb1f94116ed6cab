import { availableParallelism } from "node:os";
import { type Algorithm, hash, type Options, verify } from "@node-rs/argon2";
import type { HashingTurn, PasswordHasher } from "../../core/access/index.ts";
import { FairLane } from "./fair-lane.ts";

/** OWASP's recommendation for argon2id: 19 MiB, two passes, one lane. The library runs it in threads of its own. */
const argon2id: Algorithm.Argon2id = 2;
export const argon2Parameters = {
  algorithm: argon2id,
  memoryCost: 19_456,
  timeCost: 2,
  parallelism: 1,
} as const satisfies Options;

/** Hashing shares Node's four pool threads with file access: never take all of them. */
const knownAtOnce = 1;
const unfamiliarAtOnce = Math.max(1, Math.min(2, availableParallelism() - 1));
const knownWaitingAtMost = 1_000;
/** At some 20 ms each the last one would wait 100 s; the network that has most of them loses its newest. */
const unfamiliarWaitingAtMost = 5_000;

export class Argon2Hasher implements PasswordHasher {
  /** Who logged in from the same place before, and who sets a password: never behind strangers [AUTH3]. */
  readonly #known = new FairLane(knownAtOnce, knownWaitingAtMost);
  readonly #unfamiliar = new FairLane(unfamiliarAtOnce, unfamiliarWaitingAtMost);

  hash(password: string): Promise<string> {
    return this.#known.run(setting, () => hash(password, argon2Parameters));
  }

  async verify(passwordHash: string, password: string, turn: HashingTurn): Promise<boolean> {
    const look = async () => !turn.isGone?.() && verify(passwordHash, password);
    const lookAtHome = async () => (turn.isAtHome() ? look() : undefined);
    const fits = turn.isAtHome() ? await this.#known.run(turn, lookAtHome) : undefined;
    return fits ?? this.#unfamiliar.run(turn, look);
  }
}

const setting = { network: "", account: "" };
