import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { MqttSessionId } from "../../kernel/ids.ts";
import { epochMs } from "../../kernel/time.ts";
import { CommitQueue } from "./commit/commit-queue.ts";
import type { LoggedReceipt } from "./commit/replayed-receipts.ts";
import type { WriterRequest } from "./commit/writer-requests.ts";
import { type ArenaSize, createArenaMemory } from "./heads/arena.ts";
import { LatestCache } from "./heads/latest-cache.ts";
import { directoryPage } from "./limits.ts";
import { SeriesDirectory } from "./series/series-directory.ts";
import { ShardsHere } from "./series/shards-here.ts";
import type { SeriesDefinition } from "./storage/series-definition.ts";
import { TelemetryBlocks } from "./telemetry-blocks.ts";
import type { DamagedBlock, PointsPlace, PostgresPlace, WorkerStart } from "./threads/messages.ts";
import { ReaderThreads } from "./threads/reader-threads.ts";
import { startTelemetryThread, type TelemetryThread, type TelemetryThreadHooks } from "./threads/telemetry-thread.ts";

export { isTakenOver, notHere, notHereCode, stoppingCode } from "./errors.ts";
export type { NodePoints } from "./node-points.ts";
export { findPointsDamage, type PointsDamage } from "./sqlite/find-damage.ts";
export { findPoints } from "./sqlite/points-identity.ts";
export type { FoundPoints } from "./storage/found-points.ts";
export type { StorageGate } from "./storage-gate.ts";
export type { TelemetryBlocks } from "./telemetry-blocks.ts";
export type { PostgresPlace } from "./threads/messages.ts";

/** Two arenas of half a million points: about 60 MiB with their texts, touched as far as they are used. */
const defaultArena: ArenaSize = { points: 1024 * 1024, textBytes: 16 * 1024 * 1024, series: 4 * 1024 * 1024 };
const defaultReaders = 2;

const writerThread = new URL("./threads/writer.worker.ts", import.meta.url);

/** A part of a series that cannot be read any more. */
export interface DamageNotice {
  readonly device: string;
  readonly key: string;
  readonly from: number;
  readonly to: number;
}

export interface TelemetryBlocksOptions {
  /** The data folder; the points are in `telemetry.db` in it, unless they are in PostgreSQL. */
  readonly folder: string;
  readonly postgres?: PostgresPlace | undefined;
  /** Told once of each damaged block that was skipped. */
  readonly onDamage?: (notice: DamageNotice) => void;
  /** Told when a thread ended by itself: its part of the work is not done any more. */
  readonly onLost?: (error: Error) => void;
  readonly readers?: number;
  readonly arena?: Partial<ArenaSize>;
  readonly maxFileBytes?: number;
}

const placeOf = ({ folder, postgres, maxFileBytes }: TelemetryBlocksOptions): PointsPlace =>
  postgres ? { kind: "postgres", ...postgres } : { kind: "file", file: join(folder, "telemetry.db"), maxFileBytes };

async function loadDirectory(writer: TelemetryThread<WriterRequest>, directory: SeriesDirectory): Promise<void> {
  for (let after = 0; ; ) {
    const request = { type: "directory", after, limit: directoryPage } as const;
    const page = (await writer.request(request)) as readonly SeriesDefinition[];
    for (const definition of page) directory.load(definition);
    const last = page.at(-1);
    if (last === undefined) return;
    after = last.id;
  }
}

function noticeOf(directory: SeriesDirectory, damage: DamagedBlock): DamageNotice {
  const series = directory.find(damage.series);
  return { device: series?.device ?? "", key: series?.key ?? "", from: damage.start, to: epochMs(damage.end + 1) };
}

/** Opens the store in a folder, creating it when missing. Rejects, touching nothing, when a newer version wrote it. */
export const openTelemetryBlocks = (options: TelemetryBlocksOptions): Promise<TelemetryBlocks> =>
  new TelemetryThreads(options).open();

/** Turns the log of a member that is gone into blocks and frees its shards, in a thread of its own (ADR 67). */
export const inheritLog = (postgres: OrphanPlace, arena: Partial<ArenaSize> = {}): Promise<void> =>
  new LogHeir(postgres, arena).inherit();

type OrphanPlace = PostgresPlace & { readonly orphan: number };

/** Who is to inherit a log; the thread starts at once, and touches nothing before it is told to. */
export class LogHeir {
  readonly #writer: TelemetryThread<WriterRequest>;

  constructor(postgres: OrphanPlace, arena: Partial<ArenaSize> = {}) {
    const size = { ...defaultArena, ...arena };
    const place = { kind: "postgres", ...postgres } as const;
    const start: WorkerStart = { place, arenas: [createArenaMemory(size), createArenaMemory(size)] };
    const hooks = { onDamage: () => undefined, onLost: () => undefined };
    this.#writer = startTelemetryThread(writerThread, start, hooks);
  }

  async inherit(): Promise<void> {
    try {
      await this.#writer.open();
      await this.#writer.request({ type: "retire" });
      await this.#writer.last({ type: "close" });
    } finally {
      await this.drop();
    }
  }

  /** It is not needed, or any more. */
  async drop(): Promise<void> {
    await this.#writer.terminate();
  }
}

/** The store's threads. The writer starts at once, while the main thread does something else; nothing is touched before `open`. */
export class TelemetryThreads {
  readonly #folder: string;
  readonly #place: "file" | "postgres";
  readonly #points: number;
  /** Of a cluster: it has no shards to begin with, and learns of devices when it takes some. */
  readonly #isMember: boolean;
  readonly #directory: SeriesDirectory;
  readonly #writer: TelemetryThread<WriterRequest>;
  readonly #readers: ReaderThreads;

  constructor(options: TelemetryBlocksOptions) {
    const arena = { ...defaultArena, ...options.arena };
    const start: WorkerStart = {
      place: placeOf(options),
      arenas: [createArenaMemory(arena), createArenaMemory(arena)],
    };
    this.#folder = options.folder;
    this.#place = start.place.kind;
    this.#points = arena.points;
    const isMember = options.postgres?.member !== undefined;
    this.#isMember = isMember;
    this.#directory = new SeriesDirectory(arena.series, isMember ? new ShardsHere() : undefined);
    const hooks: TelemetryThreadHooks = {
      onDamage: (damage) => options.onDamage?.(noticeOf(this.#directory, damage)),
      onLost: (error) => options.onLost?.(error),
    };
    this.#writer = startTelemetryThread(writerThread, start, hooks);
    this.#readers = new ReaderThreads(options.readers ?? defaultReaders, () =>
      startTelemetryThread(new URL("./threads/reader.worker.ts", import.meta.url), start, hooks),
    );
  }

  async open(): Promise<TelemetryBlocks> {
    const [writer, readers, directory] = [this.#writer, this.#readers, this.#directory];
    let receipts: readonly LoggedReceipt[] = [];
    try {
      await mkdir(this.#folder, { recursive: true });
      await writer.open();
      if (!this.#isMember) await loadDirectory(writer, directory);
      receipts = (await writer.request({ type: "receipts" })) as readonly LoggedReceipt[];
    } catch (error) {
      await this.end();
      throw error;
    }
    const latest = new LatestCache();
    const queue = new CommitQueue(writer, directory, latest, this.#points);
    for (const receipt of receipts) queue.receipts.add({ ...receipt, session: receipt.session as MqttSessionId });
    return new TelemetryBlocks({ place: this.#place, writer, readers, directory, latest, queue });
  }

  /** For threads whose store was never opened, or is closed. */
  async end(): Promise<void> {
    await Promise.all([this.#writer, ...this.#readers.started].map((worker) => worker.terminate()));
  }
}
