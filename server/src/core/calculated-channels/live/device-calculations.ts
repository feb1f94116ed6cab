import type { CalculatedChannelId } from "../../../kernel/ids.ts";
import { epochMs } from "../../../kernel/time.ts";
import type { Point, PointBatch, TelemetryStore } from "../../telemetry/index.ts";
import { affectedSpans, type ChangedKey } from "../calculate/affected-spans.ts";
import type { CompiledChannel } from "../calculate/compile-channel.ts";
import { type Results, recalculate } from "../calculate/recalculate.ts";
import { Sweep } from "../calculate/sweep.ts";
import type { ResultWriter, Target } from "./result-writer.ts";

export interface ReadyChannel {
  readonly id: CalculatedChannelId;
  readonly channel: CompiledChannel;
}

export interface CalculationParts {
  readonly points: Pick<TelemetryStore, "scan" | "latest">;
  readonly results: ResultWriter;
}

/** What came, and what follows from it on the way. */
interface News {
  readonly came: PointBatch;
  /** The channel that wrote what came, if any: under its key nothing is foreign. */
  readonly by: CalculatedChannelId | undefined;
  readonly points: Point[];
  /** Keys of channels with times at which there is another result than before, or none. */
  readonly again: ChangedKey[];
  /** Results that are not stored yet. */
  unstored: Point[];
}

/** The calculated channels of one device while the node runs, each behind those it is calculated from. */
export class DeviceCalculations {
  readonly #parts: CalculationParts;
  readonly #target: Target;
  readonly #channels: readonly ReadyChannel[];
  readonly #keys: ReadonlySet<string>;
  #sweeps = new Map<ReadyChannel, Sweep>();

  constructor(parts: CalculationParts, target: Target, channels: readonly ReadyChannel[]) {
    this.#parts = parts;
    this.#target = target;
    this.#channels = channels;
    this.#keys = new Set(channels.flatMap(({ channel }) => [channel.key, ...channel.inputs.map(({ key }) => key)]));
  }

  /** Points were removed: what is known is read again when it is needed. */
  forget(): void {
    this.#sweeps = new Map();
  }

  /** Points that are stored, in the order they were sent. Everything that follows is stored when it resolves. */
  take(batch: PointBatch, by?: CalculatedChannelId): Promise<void> {
    const came = batch.filter(({ key }) => this.#keys.has(key));
    return came.length === 0 ? Promise.resolve() : this.#takeNews(newsOf(came, by, []));
  }

  /** Points that are not stored any more. */
  takeRemoved(removed: ChangedKey): Promise<void> {
    return this.#keys.has(removed.key) ? this.#takeNews(newsOf([], undefined, [removed])) : Promise.resolve();
  }

  async #takeNews(news: News): Promise<void> {
    for (const ready of this.#channels) await this.#calculate(ready, news);
    await this.#store(news);
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
      for (; fresh[at]?.ts === ts; at++) {
        const point = fresh[at];
        if (point) sweep.take(point.key, ts, point.value);
      }
      const value = sweep.resultAt(ts);
      if (value === undefined && ts <= before) return false;
      if (value !== undefined) found.push({ key: channel.key, ts, value });
    }
    news.points.push(...found);
    news.unstored.push(...found);
    return true;
  }

  /** From what is stored. */
  async #again(ready: ReadyChannel, changed: readonly ChangedKey[], news: News): Promise<void> {
    await this.#store(news);
    const { points, results } = this.#parts;
    const calculation = { ...ready, device: this.#target, members: undefined };
    const own: Results = {
      write: (target, some) => results.write(target, some, "device"),
      remove: (target, key, spans) => results.remove(target, key, spans),
    };
    const times: number[] = [];
    for (const span of await affectedSpans(points, ready.channel, this.#target.id, changed)) {
      times.push(...(await recalculate(points, own, calculation, span)).changed);
    }
    if (times.length > 0) news.again.push({ key: ready.channel.key, times });
  }

  async #store(news: News): Promise<void> {
    const { unstored } = news;
    news.unstored = [];
    await this.#parts.results.write(this.#target, unstored, "device");
  }
}

const newsOf = (came: PointBatch, by: CalculatedChannelId | undefined, again: ChangedKey[]): News => ({
  ...{ came, by, points: [...came], again, unstored: [] },
});

function changedBy(points: readonly Point[]): readonly ChangedKey[] {
  const byKey = Map.groupBy(points, ({ key }) => key);
  return [...byKey].map(([key, some]) => ({ key, times: some.map(({ ts }) => ts) }));
}
