import type { TenantId } from "../../kernel/ids.ts";
import { repeat } from "../../kernel/repeat.ts";
import { bytesOf, dataIn } from "../node-line/index.ts";

/** The line to the other nodes, as much of it as is used here. */
interface Line {
  publish(topic: typeof said, body: Uint8Array): void;
  subscribe(topic: typeof said, hear: (told: { readonly from: string; readonly body: Uint8Array }) => void): () => void;
}

/** What tenants use that each node counts for itself. */
export interface UseOfNode {
  readonly series: number;
  readonly messages: number;
  readonly points: number;
  readonly indexingMs: number;
}

/** What this node counts, and of whom. */
export interface CountedHere {
  tenants(): Iterable<TenantId>;
  of(tenant: TenantId): UseOfNode;
}

const said = { name: "tenant-usage", version: 1 } as const;
/** So old is what is known of others at most, while they are heard. */
const sayEveryMs = 1_000;
/** In one message. */
const tenantsAtOnce = 5_000;

type Row = readonly [TenantId, ...counts: readonly [number, number, number, number]];

/** Some rows of all that a node says; the first of them begin anew. */
interface Message {
  readonly isFirst: boolean;
  readonly rows: readonly Row[];
}

const nothing: UseOfNode = { series: 0, messages: 0, points: 0, indexingMs: 0 };

const sum = (a: UseOfNode, b: UseOfNode): UseOfNode => ({
  series: a.series + b.series,
  messages: a.messages + b.messages,
  points: a.points + b.points,
  indexingMs: a.indexingMs + b.indexingMs,
});

/**
 * What tenants use at the other nodes: a limit is one of the whole platform [QTA1]. Each says every second what it counts, so that a tenant may
 * be over its limit by what it brings into being within a second or two at all nodes together.
 */
export class UsageElsewhere {
  readonly #line: Line;
  readonly #owners: { readonly members: readonly string[] };
  readonly #heard = new Map<string, Map<TenantId, UseOfNode>>();

  constructor(line: Line, owners: { readonly members: readonly string[] }) {
    this.#line = line;
    this.#owners = owners;
  }

  /** Of nodes that are gone nothing counts: others have their devices. */
  of(tenant: TenantId): UseOfNode {
    return this.#owners.members.reduce((all, node) => sum(all, this.#heard.get(node)?.get(tenant) ?? nothing), nothing);
  }

  start(here: CountedHere, onTrouble: (error: unknown) => void): () => Promise<void> {
    this.#line.subscribe(said, ({ from, body }) => this.#hear(from, dataIn(body)));
    const saying = repeat(sayEveryMs, onTrouble, async () => this.#say(here));
    return () => saying.stop();
  }

  #say(here: CountedHere): void {
    const rows = [...new Set(here.tenants())].map((tenant): Row => {
      const { series, messages, points, indexingMs } = here.of(tenant);
      return [tenant, series, messages, points, indexingMs];
    });
    for (let at = 0; at === 0 || at < rows.length; at += tenantsAtOnce) {
      const message: Message = { isFirst: at === 0, rows: rows.slice(at, at + tenantsAtOnce) };
      this.#line.publish(said, bytesOf(message));
    }
  }

  #hear(from: string, { isFirst, rows }: Message): void {
    const known = (isFirst ? undefined : this.#heard.get(from)) ?? new Map<TenantId, UseOfNode>();
    for (const [tenant, series, messages, points, indexingMs] of rows)
      known.set(tenant, { series, messages, points, indexingMs });
    this.#heard.set(from, known);
    for (const node of this.#heard.keys())
      if (node !== from && !this.#owners.members.includes(node)) this.#heard.delete(node);
  }
}
