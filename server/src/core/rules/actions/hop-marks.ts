import type { DeviceId } from "../../../kernel/ids.ts";
import type { PointBatch } from "../../telemetry/index.ts";
import type { RuleActionStore } from "./action-store.ts";
import type { ActionOrder } from "./planned-action.ts";

/** Points that rules wrote and that were not looked at yet; the oldest are forgotten, and the limit per hour is left. */
const rememberedAtMost = 10_000;

const nameOf = (device: DeviceId, key: string, ts: number): string => `${device} ${ts} ${key}`;

/** When a rule's point is written: at the time of what happened. */
export const publishedTs = ({ transition }: Pick<ActionOrder, "transition">): number => Math.round(transition.ts);

/**
 * How many rules led to a point: rules that write what others look at have an end [RUL4]. Kept in memory, and after a start made again from
 * the actions that wrote points: those are stored with their number.
 */
export class HopMarks {
  readonly #store: Pick<RuleActionStore, "published"> | undefined;
  readonly #hops = new Map<string, number>();

  constructor(store?: Pick<RuleActionStore, "published">) {
    this.#store = store;
  }

  /** Before anything from before is evaluated. Of what was evaluated already, nobody asks. */
  async restore(): Promise<void> {
    const published = (await this.#store?.published(rememberedAtMost)) ?? [];
    for (const order of published) this.mark(order.deviceId, order.action.key, publishedTs(order), order.hops);
  }

  mark(device: DeviceId, key: string, ts: number, hops: number): void {
    const [oldest] = this.#hops.keys();
    if (oldest !== undefined && this.#hops.size >= rememberedAtMost) this.#hops.delete(oldest);
    this.#hops.set(nameOf(device, key, ts), hops);
  }

  /** Of the one that most rules led to; each is asked for once. */
  take(device: DeviceId, points: PointBatch): number {
    if (this.#hops.size === 0) return 0;
    let most = 0;
    for (const { key, ts } of points) {
      const name = nameOf(device, key, ts);
      most = Math.max(most, this.#hops.get(name) ?? 0);
      this.#hops.delete(name);
    }
    return most;
  }
}
