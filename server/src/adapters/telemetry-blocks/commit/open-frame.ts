import {
  type AppendTerms,
  canonicalInteger,
  JsonDocument,
  type LoggedBatch,
  type PointBatch,
  type Receipt,
  requireValidKey,
  requireValidSample,
  type TelemetryValue,
} from "../../../core/telemetry/index.ts";
import type { DeviceId } from "../../../kernel/ids.ts";
import { kind } from "../columns.ts";
import { batchTooLarge } from "../errors.ts";
import { FrameBuilder } from "../frames/frame-builder.ts";
import type { LatestCache } from "../heads/latest-cache.ts";
import { maxBatchBytes } from "../limits.ts";
import type { DeviceKeys, SeriesDirectory } from "../series/series-directory.ts";
import type { SeriesDefinition } from "../storage/series-definition.ts";

/** The group commit that is being gathered: batches of many devices, encoded as they arrive. */
export class OpenFrame {
  readonly builder: FrameBuilder;
  readonly definitions = new Map<number, SeriesDefinition>();
  readonly receipts: Receipt[] = [];
  /** What came in, for whoever follows the log. */
  readonly batches: LoggedBatch[] = [];
  /** Whose points these are, where not all shards are here. */
  readonly shards = new Set<number>();
  /** Resolves when the frame is durable; shared by all appends in it. */
  readonly durable = Promise.withResolvers<void>();
  isEmpty = true;
  readonly #directory: SeriesDirectory;
  readonly #latest: LatestCache;
  readonly isFollowed: boolean;

  constructor(buffer: ArrayBuffer, directory: SeriesDirectory, latest: LatestCache, isFollowed = false) {
    this.builder = new FrameBuilder(buffer);
    this.#directory = directory;
    this.#latest = latest;
    this.isFollowed = isFollowed;
    this.durable.promise.catch(() => {}); // the appends hold it too; nobody else has to
  }

  /** Adds a batch, all of it or, when it throws, nothing. */
  add(device: DeviceId, batch: PointBatch, { owner, receipt }: AppendTerms): void {
    const shard = this.#directory.here?.require(device);
    const mark = this.builder.mark();
    const created: string[] = [];
    try {
      this.#encode(device, batch, this.#directory.ensureDevice(device, owner), created);
      if (this.builder.length - mark.length > maxBatchBytes) throw batchTooLarge();
    } catch (error) {
      this.builder.rewind(mark);
      this.#takeBack(device, created);
      throw error;
    }
    if (shard !== undefined) this.shards.add(shard);
    if (receipt) this.#sign(receipt);
    if (this.isFollowed) this.batches.push({ device, points: batch });
    this.isEmpty = false;
  }

  #encode(device: DeviceId, batch: PointBatch, keys: DeviceKeys, created: string[]): void {
    for (const point of batch) {
      requireValidSample(point);
      const series = keys.get(point.key) ?? this.#create(device, point.key, created);
      if (this.#directory.hasUndurable) this.#define(series);
      this.builder.time(point.ts);
      this.#encodeValue(series, point.value);
    }
  }

  #create(device: DeviceId, key: string, created: string[]): number {
    requireValidKey(key); // known keys were checked when they were new
    const series = this.#directory.create(device, key);
    created.push(key);
    this.#latest.created(series);
    return series;
  }

  #sign(receipt: Receipt): void {
    this.builder.receipt(receipt.session, receipt.packetId);
    this.receipts.push(receipt);
  }

  #takeBack(device: DeviceId, created: readonly string[]): void {
    const keys = this.#directory.keysOf(device);
    for (const key of created) this.definitions.delete(keys.get(key) as number);
    this.#directory.takeBack(device, created);
  }

  #define(series: number): void {
    const definition = this.#directory.undurable(series);
    if (definition) this.definitions.set(series, definition);
  }

  #encodeValue(series: number, value: TelemetryValue): void {
    if (typeof value === "number") this.builder.number(series, value);
    else if (typeof value === "boolean") this.builder.boolean(series, value);
    else if (typeof value === "string") this.#encodeString(series, value);
    else if (value instanceof JsonDocument) this.builder.text(kind.json, series, value.text);
    else this.#encodeInteger(series, value);
  }

  #encodeString(series: number, value: string): void {
    if (value.isWellFormed()) this.builder.text(kind.string, series, value);
    else this.builder.text(kind.escapedString, series, JSON.stringify(value));
  }

  #encodeInteger(series: number, value: bigint): void {
    const canonical = canonicalInteger(value);
    if (typeof canonical === "number") this.builder.number(series, canonical);
    else this.builder.text(kind.integer, series, canonical.toString());
  }
}
