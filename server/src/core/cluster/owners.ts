import { setTimeout as sleep } from "node:timers/promises";
import type { ClusterView } from "./cluster-view.ts";

/** How long what was looked up is believed by those who found it wrong; a shard is on its way for longer. */
const lookAgainMs = 50;

type Hear = (view: ClusterView) => void;

/** Who has which shard, as it was last seen; whoever finds it wrong has it looked up again. */
export class Owners {
  readonly #view: () => Promise<ClusterView>;
  readonly #hearers: Hear[] = [];
  #owners: ReadonlyMap<number, string> = new Map();
  #epochs: ReadonlyMap<number, number> = new Map();
  #members: readonly string[] = [];
  #looking: Promise<void> | undefined;

  constructor(view: () => Promise<ClusterView>) {
    this.#view = view;
  }

  /** Undefined: nobody, as far as is known. */
  of(shard: number): string | undefined {
    return this.#owners.get(shard);
  }

  /** How often the shard has changed hands. */
  epochOf(shard: number): number {
    return this.#epochs.get(shard) ?? 0;
  }

  get members(): readonly string[] {
    return this.#members;
  }

  /** What somebody saw. */
  saw(view: ClusterView): void {
    const members = new Set(view.members.map(({ node }) => node));
    const held = view.shards.filter(({ owner }) => members.has(owner));
    this.#owners = new Map(held.map(({ id, owner }) => [id, owner]));
    this.#epochs = new Map(view.shards.map(({ id, epoch }) => [id, epoch]));
    this.#members = [...members];
    for (const hear of this.#hearers) hear(view);
  }

  onSeen(hear: Hear): void {
    this.#hearers.push(hear);
  }

  /** A little later than now: one question for all who wait. */
  lookAgain(): Promise<void> {
    this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  async #look(): Promise<void> {
    await sleep(lookAgainMs);
    try {
      this.saw(await this.#view());
    } catch {
      // a database that is away: whoever waits does so until it gives up
    }
  }
}
