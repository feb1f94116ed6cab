import { type ClusterOfNode, shardOf } from "../../../core/cluster/index.ts";
import { type PointBatch, TelemetryFeed, type TelemetryStore } from "../../../core/telemetry/index.ts";
import type { DeviceId } from "../../../kernel/ids.ts";
import { repeat } from "../../../kernel/repeat.ts";
import { monotonicMs } from "../../../kernel/time.ts";
import { messageIn, messageOf, pointsFromBytes, pointsToBytes } from "./sample-codec.ts";

const watching = { name: "feed-watching", version: 1 } as const;
const watched = { name: "feed-watched", version: 1 } as const;
const points = { name: "feed-points", version: 1 } as const;
/** Said again so often; whoever has not heard it for so long tells no more. */
const againMs = 1_000;
const forgottenMs = 5_000;

type Cluster = Pick<ClusterOfNode, "line" | "owners" | "self">;

/**
 * Live points of all devices: whoever has a device tells the nodes on which somebody watches it. What came between being asked to
 * and doing so is shown from the newest values, also when the device changes hands [CLU2].
 */
export class SharedFeed extends TelemetryFeed {
  readonly #cluster: Cluster;
  readonly #store: Pick<TelemetryStore, "latest">;
  readonly #onTrouble: (error: unknown) => void;
  /** How many watch each device here, and which node was asked to tell. */
  readonly #here = new Map<DeviceId, { count: number; askedOf: string | undefined }>();
  /** Nodes that watch devices of ours, and when they said so last. */
  readonly #elsewhere = new Map<DeviceId, Map<string, number>>();

  constructor(cluster: Cluster, store: Pick<TelemetryStore, "latest">, onTrouble: (error: unknown) => void) {
    super(onTrouble);
    [this.#cluster, this.#store, this.#onTrouble] = [cluster, store, onTrouble];
    const { line } = cluster;
    line.answer(watching, async ({ from, body }) => this.#watchedBy(from, body));
    line.hear(watched, ({ from, body }) => void this.#watchedBy(from, body));
    line.hear(points, ({ body }) => {
      const { head, tails } = messageIn<DeviceId>(body);
      super.offer(head, pointsFromBytes(tails[0] ?? new Uint8Array(8)));
    });
  }

  start(): () => Promise<void> {
    const repeated = repeat(againMs, this.#onTrouble, async () => this.#sayAgain());
    return () => repeated.stop();
  }

  /** Whoever has the device tells it, also to this node. */
  override offer(): void {}

  /** Points of a device of ours are durable. */
  stored(device: DeviceId, batch: PointBatch): void {
    super.offer(device, batch);
    const nodes = this.#elsewhere.get(device);
    if (!nodes) return;
    const body = messageOf(device, pointsToBytes(batch));
    for (const [node, at] of nodes) {
      if (monotonicMs() - at > forgottenMs) nodes.delete(node);
      else this.#tell(node, body);
    }
    if (nodes.size === 0) this.#elsewhere.delete(device);
  }

  /** What is too long for one message is left out: whoever watches sees the next, and the history when it asks. */
  #tell(node: string, body: Uint8Array): void {
    try {
      this.#cluster.line.tell(node, points, body);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
    }
  }

  #watchedBy(node: string, body: Uint8Array): Uint8Array {
    for (const device of messageIn<readonly DeviceId[]>(body).head) {
      const nodes = this.#elsewhere.get(device) ?? new Map<string, number>();
      this.#elsewhere.set(device, nodes.set(node, monotonicMs()));
    }
    return new Uint8Array();
  }

  override watch(device: DeviceId, watcher: (batch: PointBatch) => void): () => void {
    const stop = super.watch(device, watcher);
    const known = this.#here.get(device) ?? { count: 0, askedOf: undefined };
    known.count++;
    this.#here.set(device, known);
    if (known.count === 1) void this.#ask(device);
    let isOver = false;
    return () => {
      stop();
      if (!isOver && --known.count === 0) this.#here.delete(device);
      isOver = true;
    };
  }

  /** Asks who has the device to tell of it; what it did not tell before that is read. */
  async #ask(device: DeviceId): Promise<void> {
    const known = this.#here.get(device);
    const owner = this.#cluster.owners.of(shardOf(device));
    if (!known || owner === undefined || owner === known.askedOf) return;
    try {
      if (owner !== this.#cluster.self.node) await this.#cluster.line.ask(owner, watching, messageOf([device]));
      const latest = await this.#store.latest(device, "all");
      super.offer(
        device,
        [...latest].map(([key, sample]) => ({ key, ...sample })),
      );
      known.askedOf = owner;
    } catch {
      known.askedOf = undefined; // asked again in a moment
    }
  }

  #sayAgain(): void {
    const { owners, self, line } = this.#cluster;
    const byOwner = Map.groupBy(this.#here, ([device]) => owners.of(shardOf(device)));
    for (const [owner, some] of byOwner) {
      for (const [device, { askedOf }] of some) if (askedOf !== owner) void this.#ask(device);
      if (owner !== undefined && owner !== self.node)
        line.tell(owner, watched, messageOf(some.map(([device]) => device)));
    }
    for (const [device, nodes] of this.#elsewhere) {
      for (const [node, at] of nodes) if (monotonicMs() - at > forgottenMs) nodes.delete(node);
      if (nodes.size === 0) this.#elsewhere.delete(device);
    }
  }
}
