import type { LogHeir, TelemetryBlocks } from "../adapters/telemetry-blocks/index.ts";
import type { ShardChores, ShardHost } from "../core/cluster/index.ts";

/** The points are opened by who is a member already. */
export class LateHost implements ShardHost {
  points: TelemetryBlocks | undefined;
  readonly chores: ShardChores = {
    beforeServed: async () => undefined,
    beforeFreed: async () => undefined,
    moved: () => undefined,
  };
  readonly #heirOf: (log: number) => LogHeir;
  /** Those that have nothing to do yet: to start one takes longer than most of what it does. */
  readonly #ready = new Map<number, LogHeir>();
  readonly #inheriting = new Set<number>();

  constructor(heirOf: (log: number) => LogHeir) {
    this.#heirOf = heirOf;
  }

  get held(): readonly number[] {
    return this.points?.held ?? [];
  }

  expect(logs: readonly number[]): void {
    for (const [log, heir] of this.#ready) {
      if (logs.includes(log)) continue;
      this.#ready.delete(log);
      void heir.drop();
    }
    if (this.#ready.size > 0) return; // who dies beside that one is waited for a little longer
    const [first] = logs.filter((log) => !this.#inheriting.has(log));
    if (first !== undefined) this.#ready.set(first, this.#heirOf(first));
  }

  async inherit(log: number): Promise<void> {
    const heir = this.#ready.get(log) ?? this.#heirOf(log);
    this.#ready.delete(log);
    this.#inheriting.add(log);
    try {
      await heir.inherit();
    } finally {
      this.#inheriting.delete(log);
    }
    this.chores.moved();
  }

  async take(shards: readonly number[]): Promise<void> {
    await this.points?.take(shards, (receipts) => this.chores.beforeServed(shards, receipts));
    this.chores.moved();
  }

  async give(shards: readonly number[]): Promise<void> {
    await this.points?.give(shards, () => this.chores.beforeFreed(shards));
    this.chores.moved();
  }
}
