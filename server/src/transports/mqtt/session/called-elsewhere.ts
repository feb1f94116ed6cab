import type { ClusterOfNode } from "../../../core/cluster/index.ts";
import { bytesOf, dataIn } from "../../../core/node-line/index.ts";
import type { DeviceId } from "../../../kernel/ids.ts";
import type { LocalRoster } from "./roster.ts";

const listening = { name: "mqtt-listening", version: 1 } as const;
const called = { name: "mqtt-called", version: 1 } as const;

interface Told {
  readonly device: DeviceId;
  readonly isListening: boolean;
}

/**
 * Where else devices that are connected here listen for calls. A call goes to the connection that was the last to subscribe, wherever it is
 * [MQ7, CLU2]: nodes tell when one begins and ends, and whoever is to hand out a call asks those that have one since when. All of them
 * compare the same times, so one of them has it.
 */
export class CalledElsewhere {
  readonly #local: LocalRoster;
  readonly #cluster: Pick<ClusterOfNode, "line" | "owners" | "self">;
  readonly #nodes = new Map<DeviceId, Set<string>>();

  constructor(local: LocalRoster, cluster: Pick<ClusterOfNode, "line" | "owners" | "self">) {
    [this.#local, this.#cluster] = [local, cluster];
    cluster.line.subscribe(listening, ({ from, body }) => this.#hear(from, dataIn<Told>(body)));
    cluster.line.answer(called, async ({ body }) => bytesOf(local.calledSince(dataIn<DeviceId>(body)) ?? null));
    cluster.owners.onSeen(({ members }) => this.#seen(new Set(members.map(({ node }) => node))));
  }

  /** A device that connects here listens there. */
  learn(device: DeviceId, node: string): void {
    this.#nodes.set(device, (this.#nodes.get(device) ?? new Set()).add(node));
  }

  /** What is done here may change who is called: the others hear of it. */
  async during<T>(device: DeviceId, change: () => T): Promise<Awaited<T>> {
    const before = this.#local.calledSince(device);
    const result = await change();
    this.changed(device, before);
    return result;
  }

  changed(device: DeviceId, before: number | undefined): void {
    const since = this.#local.calledSince(device);
    if (this.#local.of(device).length === 0) this.#nodes.delete(device);
    if (since !== before)
      this.#cluster.line.publish(listening, bytesOf({ device, isListening: since !== undefined } satisfies Told));
  }

  /** Whether the last to subscribe is at this node. One that does not answer is no obstacle. */
  async isHere(device: DeviceId): Promise<boolean> {
    const own = this.#local.calledSince(device);
    if (own === undefined) return false;
    const nodes = [...(this.#nodes.get(device) ?? [])];
    const others = await Promise.all(nodes.map(async (node) => ({ node, since: await this.#sinceAt(node, device) })));
    const { node: self } = this.#cluster.self;
    return !others.some(({ node, since }) => since !== null && (since > own || (since === own && node > self)));
  }

  async #sinceAt(node: string, device: DeviceId): Promise<number | null> {
    try {
      const since = dataIn<number | null>(await this.#cluster.line.ask(node, called, bytesOf(device)));
      if (since === null) this.#forget(device, node);
      return since;
    } catch {
      return null;
    }
  }

  /** Of devices that are not connected here nobody asks. */
  #hear(from: string, { device, isListening }: Told): void {
    if (isListening && this.#local.of(device).length > 0) this.learn(device, from);
    else if (!isListening) this.#left(device, from);
  }

  #left(device: DeviceId, node: string): void {
    if (this.#forget(device, node)) this.#local.called(device)?.callWaits(); // what was left for it may wait
  }

  #forget(device: DeviceId, node: string): boolean {
    const nodes = this.#nodes.get(device);
    const wasKnown = nodes?.delete(node) === true;
    if (nodes?.size === 0) this.#nodes.delete(device);
    return wasKnown;
  }

  #seen(members: ReadonlySet<string>): void {
    for (const [device, nodes] of [...this.#nodes])
      for (const node of [...nodes]) if (!members.has(node)) this.#left(device, node);
  }
}
