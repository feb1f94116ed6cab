import fc from "fast-check";
import { expect } from "vitest";
import { BlockOpener } from "../../../server/src/adapters/telemetry-blocks/blocks/block-opener.ts";
import type { Span } from "../../../server/src/adapters/telemetry-blocks/blocks/point-cursor.ts";
import { type Columns, samplesOf } from "../../../server/src/adapters/telemetry-blocks/columns.ts";
import { OpenFrame } from "../../../server/src/adapters/telemetry-blocks/commit/open-frame.ts";
import { WriterEngine } from "../../../server/src/adapters/telemetry-blocks/commit/writer-engine.ts";
import { createArenaMemory } from "../../../server/src/adapters/telemetry-blocks/heads/arena.ts";
import { ArenaReader } from "../../../server/src/adapters/telemetry-blocks/heads/arena-reader.ts";
import { LatestCache } from "../../../server/src/adapters/telemetry-blocks/heads/latest-cache.ts";
import { BucketFold } from "../../../server/src/adapters/telemetry-blocks/read/aggregate.ts";
import { type ChunkSize, scanChunks } from "../../../server/src/adapters/telemetry-blocks/read/scan-chunks.ts";
import { SeriesReader } from "../../../server/src/adapters/telemetry-blocks/read/series-reader.ts";
import { SeriesDirectory } from "../../../server/src/adapters/telemetry-blocks/series/series-directory.ts";
import type { ReaderStorage, WriterStorage } from "../../../server/src/adapters/telemetry-blocks/storage/storage.ts";
import {
  type AggregateFunction,
  type BucketEdges,
  bucketEdges,
  type KeySelection,
  type PointBatch,
  type Sample,
  type TelemetryStore,
  type TimeRange,
} from "../../../server/src/core/telemetry/index.ts";
import type { DeviceId } from "../../../server/src/kernel/ids.ts";
import { type EpochMs, epochMs } from "../../../server/src/kernel/time.ts";
import { limitOf, sizeOf } from "../../switches.ts";
import { type TelemetrySubject, telemetryCommands } from "./commands.ts";
import { comparable, TelemetryModel } from "./model.ts";
import { scanned } from "./scanned.ts";

/** A few points are several chunks: what one ends with, the next one must not bring again. */
const smallChunk: ChunkSize = { points: 7, text: 20 };
const chunkOfMany: ChunkSize = { points: 499, text: 20 };
const everything = { from: epochMs(-8.64e15), to: epochMs(8.64e15) };

interface Opened {
  readonly storages: readonly { close(): Promise<void> }[];
  readonly engine: WriterEngine;
  readonly reader: SeriesReader;
  readonly directory: SeriesDirectory;
}

/** Where an engine keeps its points in a test; a place is an address only its storages know. */
export interface Storages {
  freshPlace(): string | Promise<string>;
  writer(place: string): WriterStorage | Promise<WriterStorage>;
  reader(place: string): ReaderStorage;
}

const noDamage = (): void => expect.unreachable("a block was reported as damaged");

/** The engine without its threads: restarts cost a millisecond, and background work stops wherever a test wants it to. */
class EngineStore implements TelemetryStore {
  readonly #place: string;
  readonly #storages: Storages;
  readonly #arenaPoints: number;
  readonly #opened: Opened;
  /** The engine takes one thing at a time. */
  #line: Promise<void> = Promise.resolve();

  static async open(place: string, storages: Storages, arenaPoints: number): Promise<EngineStore> {
    const size = { points: arenaPoints, textBytes: 1_000_000, series: 1000 };
    const arenas = [createArenaMemory(size), createArenaMemory(size)] as const;
    const storage = await storages.writer(place);
    const engine = await WriterEngine.open({ storage, arenas, report: noDamage, step: { points: 10, withCommit: 3 } });
    const readerStorage = storages.reader(place);
    const heads = arenas.map((memory) => new ArenaReader(memory));
    const reader = new SeriesReader(readerStorage, new BlockOpener(noDamage), heads);
    const directory = new SeriesDirectory(size.series);
    for (const definition of await storage.series(0, size.series)) directory.load(definition);
    const opened = { storages: [readerStorage, storage], engine, reader, directory };
    return new EngineStore(place, storages, arenaPoints, opened);
  }

  private constructor(place: string, storages: Storages, arenaPoints: number, opened: Opened) {
    this.#place = place;
    this.#storages = storages;
    this.#arenaPoints = arenaPoints;
    this.#opened = opened;
  }

  get engine(): WriterEngine {
    return this.#opened.engine;
  }

  async close(): Promise<void> {
    for (const storage of this.#opened.storages) await storage.close();
  }

  /** Nothing is flushed first: what the file holds is what a killed process leaves behind. */
  async crashed(): Promise<EngineStore> {
    await this.close();
    return EngineStore.open(this.#place, this.#storages, this.#arenaPoints);
  }

  append(device: DeviceId, batch: PointBatch): Promise<void> {
    const appended = this.#line.then(() => this.#append(device, batch));
    this.#line = appended.catch(() => {});
    return appended;
  }

  async #append(device: DeviceId, batch: PointBatch): Promise<void> {
    const { engine, directory } = this.#opened;
    const frame = new OpenFrame(new ArrayBuffer(1024), directory, new LatestCache());
    frame.add(device, batch, {});
    const bytes = new Uint8Array(frame.builder.finish(), 0, frame.builder.length);
    await engine.commit(bytes, { definitions: [...frame.definitions.values()], shards: [], hasReceipts: false });
    directory.becameDurable(frame.definitions.keys());
  }

  #seriesOf(device: DeviceId, keys: KeySelection): [string, number][] {
    const known = [...this.#opened.directory.keysOf(device)];
    return keys === "all" ? known : known.filter(([key]) => keys.only.includes(key));
  }

  async latest(device: DeviceId, keys: KeySelection): Promise<ReadonlyMap<string, Sample>> {
    const found = new Map<string, Sample>();
    for (const [key, series] of this.#seriesOf(device, keys)) {
      const [sample] = samplesOf(await this.#opened.reader.read(series, everything, "DESC", 1));
      if (sample) found.set(key, sample);
    }
    return found;
  }

  async aggregate(
    device: DeviceId,
    key: string,
    edges: BucketEdges,
    by: AggregateFunction,
  ): Promise<readonly Sample[]> {
    const [found] = this.#seriesOf(device, { only: [key] });
    if (!found || edges.length < 2) return [];
    const times = Float64Array.from(edges);
    const fold = new BucketFold(times, by);
    await this.#opened.reader.fold(found[1], times, fold);
    return samplesOf(fold.results());
  }

  async keys(device: DeviceId): Promise<readonly string[]> {
    return [...(await this.latest(device, "all")).keys()].sort();
  }

  async *scan(
    device: DeviceId,
    key: string,
    range: TimeRange,
    order: "ASC" | "DESC" = "ASC",
    limit = Number.POSITIVE_INFINITY,
  ): AsyncGenerator<readonly Sample[]> {
    const size = this.#arenaPoints < 1000 ? smallChunk : chunkOfMany;
    const read = async (left: Span, most: number): Promise<Columns | undefined> => {
      const [found] = this.#seriesOf(device, { only: [key] });
      return found && this.#opened.reader.read(found[1], left, order, most, size.text);
    };
    for await (const chunk of scanChunks(range, order, limit, size, read)) yield samplesOf(chunk);
  }

  async delete(device: DeviceId, keys: KeySelection, range: TimeRange): Promise<void> {
    const series = Uint32Array.from(this.#seriesOf(device, keys).map(([, id]) => id));
    if (range.from < range.to) await Array.fromAsync(this.engine.remove(series, range));
  }

  async forget(device: DeviceId): Promise<void> {
    const series = Uint32Array.from(this.#seriesOf(device, "all").map(([, id]) => id));
    this.#opened.directory.forget(device);
    await Array.fromAsync(this.engine.forget(device, series));
  }

  async applyRetention(devices: Iterable<DeviceId>, before: EpochMs): Promise<void> {
    for (const device of devices) await this.delete(device, "all", { from: everything.from, to: before });
  }
}

async function openEngine(storages: Storages, arenaPoints: number): Promise<EngineStore> {
  return EngineStore.open(await storages.freshPlace(), storages, arenaPoints);
}

const work = async ({ engine }: EngineStore): Promise<void> => (engine.hasWork ? engine.work() : engine.flush());

/** The store of an engine that may be killed and started again. */
async function openSubject(storages: Storages, arenaPoints: number): Promise<TelemetrySubject> {
  let store = await openEngine(storages, arenaPoints);
  return {
    get store() {
      return store;
    },
    flush: () => work(store),
    restart: async () => {
      store = await store.crashed();
    },
    close: () => store.close(),
  };
}

const runs = (share: number): number => Math.ceil(sizeOf("HELIO_TEST_ENGINE_RUNS") / share);
/** Shrinking a failure to its smallest form ends here. */
const timeLimitMs = limitOf("HELIO_TEST_ENGINE_RUNS", 120_000);

/** Any sequence of commands against the model; `share`: one of so many of the usual runs. */
export async function checkAnySequence(storages: Storages, share: number): Promise<void> {
  const property = fc.asyncProperty(
    fc.commands(telemetryCommands, { maxCommands: 120, size: "max" }),
    fc.integer({ min: 100, max: 130 }),
    async (commands, arenaPoints) => {
      const real = await openSubject(storages, arenaPoints);
      try {
        await fc.asyncModelRun(() => ({ model: new TelemetryModel(), real }), commands);
      } finally {
        await real.close();
      }
    },
  );
  await fc.assert(property, { numRuns: runs(share), interruptAfterTimeLimit: timeLimitMs });
}

const pump = "pump" as DeviceId;

/** Points evenly spaced, anywhere, many blocks long. Eighths add up without rounding, in whatever order. */
const stretch = fc
  .record({
    start: fc.integer({ min: 0, max: 20_000 }),
    count: fc.integer({ min: 1, max: 1500 }),
    step: fc.integer({ min: 1, max: 9 }),
    seed: fc.integer({ max: 1000, min: 0 }),
  })
  .map(
    ({ start, count, step, seed }): PointBatch =>
      Array.from({ length: count }, (_, i) => ({
        key: "k",
        ts: epochMs(start + i * step),
        value: ((i * 31 + seed) % 1000) / 8,
      })),
  );
const removal = fc
  .tuple(fc.integer({ min: 0, max: 20_000 }), fc.integer({ min: 1, max: 5_000 }))
  .map(([from, length]) => ({ from: epochMs(from), to: epochMs(from + length) }));

/** Many blocks, overlapping runs and compactions against the model. */
export async function checkManyBlocks(storages: Storages, share: number): Promise<void> {
  const steps = fc.array(
    fc.oneof(
      { weight: 5, arbitrary: stretch },
      { weight: 1, arbitrary: removal },
      { weight: 2, arbitrary: fc.constant("work" as const) },
      { weight: 1, arbitrary: fc.constant("crash" as const) },
    ),
    { minLength: 5, maxLength: 40, size: "max" },
  );
  const property = fc.asyncProperty(steps, async (sequence) => {
    let store = await openEngine(storages, 2000);
    const model = new TelemetryModel();
    for (const step of sequence) {
      if (step === "work") for (let i = 0; i < 50 && store.engine.hasWork; i++) await store.engine.work();
      else if (step === "crash") store = await store.crashed();
      else if ("from" in step) {
        await store.delete(pump, "all", step);
        model.delete(pump, "all", step);
      } else {
        await store.append(pump, step);
        model.append(pump, step);
      }
    }
    for (const order of ["ASC", "DESC"] as const) {
      const [actual, expected] = [
        await scanned(store, pump, "k", everything, order),
        model.scan(pump, "k", everything, order),
      ];
      expect(comparable(actual)).toEqual(comparable(expected));
    }
    const edges = bucketEdges(epochMs(0), epochMs(40_000), { kind: "fixed", ms: 777 });
    for (const by of ["COUNT", "MIN", "MAX", "SUM", "AVG"] as const) {
      expect(comparable(await store.aggregate(pump, "k", edges, by))).toEqual(
        comparable(model.aggregate(pump, "k", edges, by)),
      );
    }
    await store.close();
  });
  await fc.assert(property, { numRuns: runs(share), interruptAfterTimeLimit: timeLimitMs });
}
