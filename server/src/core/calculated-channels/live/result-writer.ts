import { AppError } from "../../../kernel/errors.ts";
import type { CalculatedChannelId, DeviceId, TenantId } from "../../../kernel/ids.ts";
import { ownContext } from "../../../kernel/own-context.ts";
import { epochMs } from "../../../kernel/time.ts";
import { type Ingest, keepPoints, type Point, type PointBatch, type TelemetryStore } from "../../telemetry/index.ts";
import type { Span } from "../calculate/lane.ts";

export interface WriterParts {
  readonly store: Pick<TelemetryStore, "append" | "delete">;
  readonly audience: Ingest["audience"];
  /** Told when a result cannot be kept: the tenant has as many series as it may have. */
  readonly onRefused: (error: AppError, device: DeviceId) => void;
}

/** Whose results: of a device, and whose that is. */
export interface Target {
  readonly id: DeviceId;
  readonly tenantId: TenantId;
}

/** Everything of a device, or one channel alone whose results others of the device may read. */
type Source = "device" | CalculatedChannelId;

/** Stores results as telemetry, and knows them again when the log tells of them. */
export class ResultWriter {
  readonly #parts: WriterParts;
  readonly #own = new WeakMap<PointBatch, Source>();
  /** Whoever is told of what is written must not find itself in the transaction of a job that wrote it. */
  readonly #outside = ownContext();

  constructor(parts: WriterParts) {
    this.#parts = parts;
  }

  /** Who wrote it, if it was calculated since the node was started. */
  sourceOf(batch: PointBatch): Source | undefined {
    return this.#own.get(batch);
  }

  async write(target: Target, points: readonly Point[], source: Source): Promise<void> {
    if (points.length === 0) return;
    try {
      await this.#append(target, points, source);
    } catch (error) {
      if (!isNoRoom(error)) throw error;
      await this.#writeEach(target, points, source, error);
    }
  }

  /** A key for which there is no room keeps no other one out. */
  async #writeEach(target: Target, points: readonly Point[], source: Source, refusal: AppError): Promise<void> {
    const byKey = Map.groupBy(points, ({ key }) => key);
    if (byKey.size === 1) this.#parts.onRefused(refusal, target.id);
    else for (const some of byKey.values()) await this.write(target, some, source);
  }

  async #append(target: Target, batch: PointBatch, source: Source): Promise<void> {
    this.#own.set(batch, source);
    const { store, audience } = this.#parts;
    const append: Ingest["store"]["append"] = (device, points, terms) =>
      store.append(device, points, { ...terms, isFollowers: true });
    await this.#outside(() => keepPoints({ store: { append }, audience }, target, batch));
  }

  async remove({ id }: Target, key: string, spans: readonly Span[]): Promise<void> {
    for (const { from, to } of spans) {
      const range = { from: epochMs(from), to: epochMs(to) };
      await this.#outside(() => this.#parts.store.delete(id, { only: [key] }, range, { isFollowers: true }));
    }
  }
}

const isNoRoom = (error: unknown): error is AppError => error instanceof AppError && error.fault === "no-room";
