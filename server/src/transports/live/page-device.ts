import type { Events } from "../../core/events/index.ts";
import type { PointBatch, TelemetryFeed } from "../../core/telemetry/index.ts";
import type { DeviceId } from "../../kernel/ids.ts";
import type { DeviceWatcher } from "./device-audience.ts";
import type { SampleChange } from "./server-frame.ts";
import type { TelemetryWatch } from "./telemetry-watch.ts";

/** What a page wants to know of one of its devices. */
export interface DeviceTold {
  /** It has news of its values. */
  news(device: PageDevice): void;
  /** It may not be the page's any more. */
  unsure(): void;
  failed(error: unknown): void;
}

/** One device of a page: some of its keys [DSH4]. */
export class PageDevice implements DeviceWatcher {
  readonly deviceId: DeviceId;
  readonly keys: ReadonlySet<string>;
  readonly #watch: TelemetryWatch;
  readonly #told: DeviceTold;
  #stopWatching: () => void = () => undefined;
  /** The reader has nothing of it yet. */
  #isFresh = true;

  constructor(deviceId: DeviceId, keys: ReadonlySet<string>, watch: TelemetryWatch, told: DeviceTold) {
    this.deviceId = deviceId;
    this.keys = keys;
    this.#watch = watch;
    this.#told = told;
  }

  start(feed: Pick<TelemetryFeed, "watch">): void {
    this.#stopWatching = feed.watch(this.deviceId, (batch) => this.#points(batch));
    this.#told.news(this);
  }

  stop(): void {
    this.#stopWatching();
    this.#watch.close();
  }

  /** All of it the first time, then what the reader has not been told; undefined is nothing. */
  async take(): Promise<readonly SampleChange[] | undefined> {
    if (this.#isFresh) {
      this.#isFresh = false;
      return this.#watch.state();
    }
    const changes = this.#watch.pending > 0 ? await this.#watch.changes() : [];
    return changes.length > 0 ? changes : undefined;
  }

  telemetryDeleted({ keys }: Events["telemetry-deleted"]): void {
    this.#watch.deleted(keys);
    this.#tell();
  }

  moved(): void {
    this.#told.unsure();
  }

  removed(): void {
    this.#told.unsure();
  }

  attributesChanged(): void {} // a page reads them again with its questions, as it does with lists and activity
  activityChanged(): void {}
  listChanged(): void {}

  #points(batch: PointBatch): void {
    try {
      this.#watch.points(batch);
      this.#tell();
    } catch (error) {
      this.#told.failed(error);
    }
  }

  #tell(): void {
    if (this.#watch.pending > 0) this.#told.news(this);
  }
}
