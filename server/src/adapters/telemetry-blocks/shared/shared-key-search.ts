import type { KeyMatches, KeyQuestion } from "../../../core/channel-search/index.ts";
import type { Owners } from "../../../core/cluster/index.ts";
import type { NodeLine } from "../../../core/node-line/index.ts";
import { dataIn } from "../../../core/node-line/index.ts";
import { IdSet } from "../../../kernel/id-set.ts";
import type { DeviceId, TenantId } from "../../../kernel/ids.ts";
import type { AtOwner } from "./at-owner.ts";
import { askEveryOwner } from "./every-owner.ts";
import { idsIn } from "./ids-in.ts";
import { messageOf } from "./sample-codec.ts";
import { type HavingAsked, type KeysAsked, topics } from "./topics.ts";

interface SearchParts {
  readonly self: string;
  readonly owners: Owners;
  readonly line: NodeLine;
  readonly local: KeyMatches;
  readonly atOwner: AtOwner;
  readonly requireShards: (shards: readonly number[]) => void;
}

/** Keys and their devices, of all nodes: each is asked for the shards it has. */
export class SharedKeySearch implements KeyMatches {
  readonly #parts: SearchParts;

  constructor(parts: SearchParts) {
    this.#parts = parts;
  }

  async keys(tenant: TenantId, question: KeyQuestion, atMost: number): Promise<readonly string[]> {
    const { self, local, line } = this.#parts;
    const found = await askEveryOwner(this.#parts, async (node, shards): Promise<readonly string[]> => {
      if (node === self) return this.#still(shards, () => local.keys(tenant, question, atMost));
      const asked: KeysAsked = { ...question, tenant, atMost, shards };
      return dataIn(await line.ask(node, topics.keys, messageOf(asked)));
    });
    return [...new Set(found.flat())].slice(0, atMost);
  }

  async devices(tenant: TenantId, keys: readonly string[]): Promise<IdSet<DeviceId>> {
    const { self, local, line } = this.#parts;
    const found = await askEveryOwner(this.#parts, async (node, shards) => {
      if (node === self) return this.#still(shards, () => local.devices(tenant, keys));
      const asked: HavingAsked = { tenant, keys, shards };
      return idsIn(await line.ask(node, topics.having, messageOf(asked)));
    });
    const all = new IdSet<DeviceId>();
    for (const set of found) all.addAll(set);
    return all;
  }

  /** A shard that went away meanwhile may have been left out. */
  async #still<T>(shards: readonly number[], search: () => Promise<T>): Promise<T> {
    const found = await search();
    this.#parts.requireShards(shards);
    return found;
  }
}
