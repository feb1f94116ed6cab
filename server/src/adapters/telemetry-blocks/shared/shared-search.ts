import type { Owners } from "../../../core/cluster/index.ts";
import type { LatestMatches, LatestQuestion } from "../../../core/device-groups/index.ts";
import type { NodeLine } from "../../../core/node-line/index.ts";
import { IdSet } from "../../../kernel/id-set.ts";
import type { DeviceId, TenantId } from "../../../kernel/ids.ts";
import type { AtOwner } from "./at-owner.ts";
import { askEveryOwner } from "./every-owner.ts";
import { idsIn } from "./ids-in.ts";
import { messageOf } from "./sample-codec.ts";
import { type SearchAsked, topics } from "./topics.ts";

interface SearchParts {
  readonly self: string;
  readonly owners: Owners;
  readonly line: NodeLine;
  readonly local: LatestMatches;
  readonly atOwner: AtOwner;
  readonly requireShards: (shards: readonly number[]) => void;
}

type Way<T> = (node: string, asked: SearchAsked) => Promise<T>;

/** Devices by their newest values, of all nodes: each is asked for the shards it has [PRJ2]. */
export class SharedSearch implements LatestMatches {
  readonly #parts: SearchParts;

  constructor(parts: SearchParts) {
    this.#parts = parts;
  }

  async estimate(tenant: TenantId, question: LatestQuestion): Promise<number> {
    const { self, local, line } = this.#parts;
    const counts = await this.#everywhere(tenant, question, async (node, asked) =>
      node === self
        ? local.estimate(tenant, question)
        : Number(new TextDecoder().decode(await line.ask(node, topics.estimate, messageOf(asked)))),
    );
    return counts.reduce((sum, count) => sum + count, 0);
  }

  async matching(tenant: TenantId, question: LatestQuestion, within?: IdSet<DeviceId>): Promise<IdSet<DeviceId>> {
    const sets = await this.#everywhere(tenant, question, (node, asked) => this.#matchingAt(node, asked, within));
    const all = new IdSet<DeviceId>();
    for (const set of sets) for (const id of set) if (within === undefined || within.has(id)) all.add(id);
    return all;
  }

  async #matchingAt(node: string, asked: SearchAsked, within: IdSet<DeviceId> | undefined): Promise<IdSet<DeviceId>> {
    const { self, local, line, requireShards } = this.#parts;
    if (node === self) {
      const found = await local.matching(asked.tenant, asked.question, within);
      requireShards(asked.shards);
      return found;
    }
    return idsIn(await line.ask(node, topics.matching, messageOf(asked)));
  }

  #everywhere<T>(tenant: TenantId, question: LatestQuestion, way: Way<T>): Promise<T[]> {
    return askEveryOwner(this.#parts, (node, shards) => way(node, { tenant, question, shards }));
  }
}
