import type { DeviceId } from "../../../kernel/ids.ts";
import type { Point } from "../../telemetry/index.ts";
import type { RuleActionStore } from "./action-store.ts";
import type { ActionOrder } from "./planned-action.ts";

/** Points that rules led to; the oldest are forgotten, and the limit per hour is left. */
const rememberedAtMost = 10_000;

type Moment = Pick<Point, "key" | "ts">;

interface Mark {
  readonly device: DeviceId;
  readonly hops: number;
}

const nameOf = (device: DeviceId, key: string, ts: number): string => `${device} ${ts} ${key}`;

/** When a rule's point is written: at the time of what happened. */
export const publishedTs = ({ transition }: Pick<ActionOrder, "transition">): number => Math.round(transition.ts);

/**
 * How many rules led to a point: rules that write what others look at, or what that is calculated from, have an end [RUL4]. Kept in
 * memory, and after a start made again from the actions that wrote points: those are stored with their number.
 */
export class HopMarks {
  readonly #store: Pick<RuleActionStore, "published"> | undefined;
  readonly #marks = new Map<string, Mark>();
  /** Most devices have none, and cost nothing. */
  readonly #perDevice = new Map<DeviceId, number>();

  constructor(store?: Pick<RuleActionStore, "published">) {
    this.#store = store;
  }

  /** Before anything from before is evaluated. Of what was evaluated already, nobody asks. */
  async restore(): Promise<void> {
    const published = (await this.#store?.published(rememberedAtMost)) ?? [];
    for (const order of published) this.mark(order.deviceId, order.action.key, publishedTs(order), order.hops);
  }

  /** What no rule led to needs no mark. */
  mark(device: DeviceId, key: string, ts: number, hops: number): void {
    if (hops === 0) return;
    const name = nameOf(device, key, ts);
    this.#forget(name);
    const [oldest] = this.#marks.keys();
    if (oldest !== undefined && this.#marks.size >= rememberedAtMost) this.#forget(oldest);
    this.#marks.set(name, { device, hops });
    this.#perDevice.set(device, (this.#perDevice.get(device) ?? 0) + 1);
  }

  #forget(name: string): void {
    const mark = this.#marks.get(name);
    if (!mark) return;
    this.#marks.delete(name);
    const left = (this.#perDevice.get(mark.device) ?? 1) - 1;
    if (left > 0) this.#perDevice.set(mark.device, left);
    else this.#perDevice.delete(mark.device);
  }

  /** Of the one that most rules led to. Who calculates asks beside who judges: they stay. */
  of(device: DeviceId, points: Iterable<Moment>): number {
    if (!this.#perDevice.has(device)) return 0;
    let most = 0;
    for (const { key, ts } of points) most = Math.max(most, this.#marks.get(nameOf(device, key, ts))?.hops ?? 0);
    return most;
  }
}
