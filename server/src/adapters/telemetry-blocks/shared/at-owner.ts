import { type Owners, shardOf } from "../../../core/cluster/index.ts";
import { notReachedCode, tooManyAsked } from "../../../core/node-line/index.ts";
import { AppError } from "../../../kernel/errors.ts";
import type { DeviceId } from "../../../kernel/ids.ts";
import { monotonicMs } from "../../../kernel/time.ts";
import { notHere, notHereCode, stoppingCode } from "../index.ts";

/** What passes when the shard has found its owner: it was given away, its node is gone, or did not answer. */
const passing: ReadonlySet<string> = new Set([notHereCode, stoppingCode, notReachedCode]);

export interface OwnerTerms {
  readonly self: string;
  readonly owners: Owners;
  /** Whoever waits for an owner is told after so long that there is none [CLU4]. */
  readonly waitMs: number;
  /** How many may wait. */
  readonly waitAtMost: number;
}

/** What is done here, where the shard is ours, or asked of another node. */
export interface Way<T> {
  readonly here: () => Promise<T>;
  readonly there: (node: string) => Promise<T>;
}

/** Finds who has a device, and goes on looking while its shard changes hands; bounded in time and in number. */
export class AtOwner {
  readonly #terms: OwnerTerms;
  #waiting = 0;

  constructor(terms: OwnerTerms) {
    this.#terms = terms;
  }

  of<T>(device: DeviceId, way: Way<T>): Promise<T> {
    const shard = shardOf(device);
    return this.insist(() => {
      const owner = this.#terms.owners.of(shard);
      if (owner === undefined) throw notHere();
      return owner === this.#terms.self ? way.here() : way.there(owner);
    });
  }

  /** Tries again while it fails with what passes. */
  async insist<T>(attempt: () => Promise<T>): Promise<T> {
    try {
      return await attempt();
    } catch (error) {
      if (!isPassing(error)) throw error;
    }
    return this.#waitFor(attempt);
  }

  async #waitFor<T>(attempt: () => Promise<T>): Promise<T> {
    if (this.#waiting >= this.#terms.waitAtMost) throw tooManyAsked();
    this.#waiting++;
    try {
      return await this.#again(attempt);
    } finally {
      this.#waiting--;
    }
  }

  async #again<T>(attempt: () => Promise<T>): Promise<T> {
    const end = monotonicMs() + this.#terms.waitMs;
    for (;;) {
      await this.#terms.owners.lookAgain();
      try {
        return await attempt();
      } catch (error) {
        if (!isPassing(error) || monotonicMs() >= end) throw error;
      }
    }
  }
}

const isPassing = (error: unknown): boolean => error instanceof AppError && passing.has(error.code);
