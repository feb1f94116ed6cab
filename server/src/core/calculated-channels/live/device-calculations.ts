import type { CalculatedChannelId, DeviceId } from "../../../kernel/ids.ts";
import { epochMs } from "../../../kernel/time.ts";
import type { HopMarks } from "../../rules/index.ts";
import type { Point, PointBatch, TelemetryStore } from "../../telemetry/index.ts";
import { affectedSpans, type ChangedKey } from "../calculate/affected-spans.ts";
import type { CompiledChannel } from "../calculate/compile-channel.ts";
import { type Results, recalculate } from "../calculate/recalculate.ts";
import { Sweep } from "../calculate/sweep.ts";
import { type Came, messagesIn } from "./messages-in.ts";
import type { ResultWriter, Target } from "./result-writer.ts";
import { TimesToCome } from "./times-to-come.ts";

export interface ReadyChannel {
  readonly id: CalculatedChannelId;
  readonly channel: CompiledChannel;
}

export interface CalculationParts {
  readonly points: Pick<TelemetryStore, "scan" | "latest">;
  readonly results: ResultWriter;
  /** How many rules led to a point, and so to what is calculated from it [RUL4]. */
  readonly hops: Pick<HopMarks, "of" | "mark">;
}

interface DeviceParts extends CalculationParts {
  /** Told of results that are none any more, which the log does not tell. */
  readonly onRemoved: (device: DeviceId, key: string, times: readonly number[]) => void;
}

/** A message, and what follows from it on the way. */
interface News {
  readonly came: PointBatch;
  readonly by: CalculatedChannelId | undefined;
  /** What is newer than before, of inputs and of results. */
  points: Point[];
  /** Keys of channels with times at which there is another result than before, or none. */
  readonly again: ChangedKey[];
  readonly toCome: () => TimesToCome;
}

/** Results after which those that are gathered are stored. */
const unstoredAtMost = 10_000;
const nothing = new TimesToCome();

/** The calculated channels of one device while the node runs, each behind those it is calculated from. */
export class DeviceCalculations {
  readonly #parts: DeviceParts;
  readonly #target: Target;
  readonly #channels: readonly ReadyChannel[];
  readonly #keys: ReadonlySet<string>;
  #sweeps = new Map<ReadyChannel, Sweep>();
  /** Results that are not stored yet, in the order of arrival of what they follow from. */
  #unstored: Point[] = [];

  constructor(parts: DeviceParts, target: Target, channels: readonly ReadyChannel[]) {
    this.#parts = parts;
    this.#target = target;
    this.#channels = channels;
    this.#keys = new Set(channels.flatMap(({ channel }) => [channel.key, ...channel.inputs.map(({ key }) => key)]));
  }

  /** Points were removed: what is known is read again when it is needed. */
  forget(): void {
    this.#sweeps = new Map();
  }

  /**
   * Points that are stored, in the order they came, and those that wait `behind` them. Everything that follows is stored when it
   * resolves, message by message: what a rule makes of results must not depend on how many were looked at together [RUL3].
   */
  async take(came: readonly Came[], behind: () => readonly PointBatch[] = () => []): Promise<void> {
    const messages = messagesIn(came.flatMap((one) => this.#concerning(one)));
    this.#unstored = [];
    for (const [at, { points, by }] of messages.entries()) {
      const toCome = () => timesOf([...messages.slice(at + 1).map((later) => later.points), ...behind()]);
      await this.#takeNews({ came: points, by, points: [...points], again: [], toCome });
      if (this.#unstored.length >= unstoredAtMost) await this.#store();
    }
    await this.#store();
  }

  #concerning({ points, by }: Came): readonly Came[] {
    const concerned = points.filter(({ key }) => this.#keys.has(key));
    return concerned.length === 0 ? [] : [{ points: concerned, by }];
  }

  /** Points that are not stored any more. */
  async takeRemoved(removed: ChangedKey): Promise<void> {
    if (!this.#keys.has(removed.key)) return;
    await this.#takeNews({ came: [], by: undefined, points: [], again: [removed], toCome: () => nothing });
    await this.#store();
  }

  async #takeNews(news: News): Promise<void> {
    for (const ready of this.#channels) await this.#calculate(ready, news);
  }

  async #calculate(ready: ReadyChannel, news: News): Promise<void> {
    const { channel, id } = ready;
    const isInput = (key: string): boolean => channel.inputs.some((input) => input.key === key);
    const fresh = news.points.filter(({ key }) => isInput(key));
    const foreign = news.by === id ? [] : news.came.filter(({ key }) => key === channel.key);
    const again = news.again.filter(({ key }) => isInput(key));
    if (fresh.length + foreign.length + again.length === 0) return;
    const isPlain = foreign.length + again.length === 0;
    const sweep = await this.#sweepOf(ready);
    fresh.sort((a, b) => a.ts - b.ts); // of the same time the later one stays behind
    const isInOrder = (fresh[0]?.ts ?? sweep.newest) >= sweep.newest;
    if (isPlain && isInOrder && this.#takeInOrder(channel, sweep, fresh, news)) return;
    for (const { key, ts, value } of fresh) sweep.take(key, ts, value);
    if (again.length > 0) this.#sweeps.delete(ready); // a result may be gone that it knows
    await this.#again(ready, [...changedBy([...fresh, ...foreign]), ...again], news);
    if (foreign.length > 0) this.#disown(channel.key, foreign, news);
  }

  /** What is stored under the key decides for those behind it: the foreign points may be gone since a message before. */
  #disown(own: string, foreign: readonly Point[], news: News): void {
    news.points = news.points.filter(({ key }) => key !== own);
    news.again.push(...changedBy(foreign));
  }

  /** The newest values as they are stored; what is being looked at is late by them where something newer is there. */
  async #sweepOf(ready: ReadyChannel): Promise<Sweep> {
    const known = this.#sweeps.get(ready);
    if (known) return known;
    const sweep = new Sweep(ready.channel);
    const keys = ready.channel.inputs.map(({ key }) => key);
    const latest = await this.#parts.points.latest(this.#target.id, { only: keys });
    for (const [key, { ts, value }] of latest) sweep.take(key, ts, value);
    this.#sweeps.set(ready, sweep);
    return sweep;
  }

  /** From memory. False where a result may have to go: that is found out from what is stored. */
  #takeInOrder(channel: CompiledChannel, sweep: Sweep, fresh: readonly Point[], news: News): boolean {
    const before = sweep.newest;
    const found: Point[] = [];
    for (let at = 0; at < fresh.length; ) {
      const ts = fresh[at]?.ts ?? epochMs(0);
      const first = at;
      for (; fresh[at]?.ts === ts; at++) {
        const point = fresh[at];
        if (point) sweep.take(point.key, ts, point.value);
      }
      const value = sweep.resultAt(ts);
      if (value === undefined && ts <= before) return false;
      if (value === undefined) continue;
      found.push({ key: channel.key, ts, value });
      this.#parts.hops.mark(this.#target.id, channel.key, ts, this.#ledTo(fresh.slice(first, at)));
    }
    news.points.push(...found);
    this.#unstored.push(...found);
    return true;
  }

  #ledTo(points: Iterable<Pick<Point, "key" | "ts">>): number {
    return this.#parts.hops.of(this.#target.id, points);
  }

  /** From what is stored. */
  async #again(ready: ReadyChannel, changed: readonly ChangedKey[], news: News): Promise<void> {
    await this.#store();
    const { points, results, hops, onRemoved } = this.#parts;
    const led = this.#ledTo(momentsOf(changed));
    const toCome = news.toCome();
    const isToCome = (ts: number): boolean => ready.channel.inputs.some(({ key }) => toCome.has(key, ts));
    const calculation = { ...ready, device: this.#target, members: undefined, isToCome };
    const own: Results = {
      write: (target, some) => {
        for (const { key, ts } of some) hops.mark(target.id, key, ts, led);
        return results.write(target, some, "device");
      },
      remove: (target, key, spans) => results.remove(target, key, spans),
    };
    const times: number[] = [];
    for (const span of await affectedSpans(points, ready.channel, this.#target.id, changed)) {
      const { changed: others, removed } = await recalculate(points, own, calculation, span);
      for (const ts of others) times.push(ts);
      onRemoved(this.#target.id, ready.channel.key, removed);
    }
    if (times.length > 0) news.again.push({ key: ready.channel.key, times });
  }

  async #store(): Promise<void> {
    const unstored = this.#unstored;
    this.#unstored = [];
    await this.#parts.results.write(this.#target, unstored, "device");
  }
}

function timesOf(batches: readonly PointBatch[]): TimesToCome {
  const times = new TimesToCome();
  for (const points of batches) times.add(points);
  return times;
}

function* momentsOf(changed: readonly ChangedKey[]): Generator<Pick<Point, "key" | "ts">> {
  for (const { key, times } of changed) for (const ts of times) yield { key, ts: epochMs(ts) };
}

function changedBy(points: readonly Point[]): readonly ChangedKey[] {
  const byKey = Map.groupBy(points, ({ key }) => key);
  return [...byKey].map(([key, some]) => ({ key, times: some.map(({ ts }) => ts) }));
}
