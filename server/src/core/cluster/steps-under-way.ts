import type { ShardHost } from "./cluster-store.ts";
import type { NextSteps } from "./next-steps.ts";

type Moves = Pick<NextSteps, "inherit" | "take" | "give">;

/**
 * What was begun and takes its time. Nobody waits for it before the next look: a shard that cannot be given yet, or a long log,
 * must not keep a member from noticing that another one died, nor from taking what is free.
 */
export class StepsUnderWay {
  readonly #host: ShardHost;
  readonly #onTrouble: (error: unknown) => void;
  readonly #onDone: () => void;
  readonly #shards = new Set<number>();
  readonly #steps = new Map<string, Promise<void>>();

  /** `onDone` is told when something has ended well: it may lead to more. What failed is begun again by a look in turn. */
  constructor(host: ShardHost, onTrouble: (error: unknown) => void, onDone: () => void) {
    [this.#host, this.#onTrouble, this.#onDone] = [host, onTrouble, onDone];
  }

  get isGiving(): boolean {
    return this.#steps.has("give");
  }

  /** One of each kind at a time, one for each log; a shard that is on its way is left alone. */
  begin({ inherit, take, give }: Moves): void {
    this.#move("give", give, (shards) => this.#host.give(shards));
    this.#move("take", take, (shards) => this.#host.take(shards));
    for (const { log } of inherit) this.#run(`log ${log}`, () => this.#host.inherit(log));
  }

  #move(kind: string, wanted: readonly number[], work: (shards: readonly number[]) => Promise<void>): void {
    const shards = wanted.filter((id) => !this.#shards.has(id));
    if (shards.length === 0 || this.#steps.has(kind)) return;
    for (const id of shards) this.#shards.add(id);
    this.#run(kind, async () => {
      try {
        await work(shards);
      } finally {
        for (const id of shards) this.#shards.delete(id);
      }
    });
  }

  #run(name: string, work: () => Promise<void>): void {
    if (this.#steps.has(name)) return;
    const ended = work()
      .finally(() => this.#steps.delete(name))
      .then(this.#onDone, this.#onTrouble);
    this.#steps.set(name, ended);
  }

  async ended(): Promise<void> {
    await Promise.all(this.#steps.values());
  }
}
