import type { DeviceId } from "../../kernel/ids.ts";
import type { TelemetryAudience } from "./ingest.ts";
import type { PointBatch } from "./value.ts";

type Watcher = (batch: PointBatch) => void;

/** Hands new points to those who watch their device. Costs one look-up where nobody does. */
export class TelemetryFeed implements TelemetryAudience {
  readonly #watchers = new Map<DeviceId, Set<Watcher>>();
  readonly #onError: (error: unknown) => void;

  /** `onError` is told of a watcher that threw; the others and the ingest go on. */
  constructor(onError: (error: unknown) => void) {
    this.#onError = onError;
  }

  offer(device: DeviceId, batch: PointBatch): void {
    for (const watcher of this.#watchers.get(device) ?? []) {
      try {
        watcher(batch);
      } catch (error) {
        this.#onError(error);
      }
    }
  }

  /** Returns the way to stop watching. */
  watch(device: DeviceId, watcher: Watcher): () => void {
    const watchers = this.#watchers.get(device) ?? new Set();
    this.#watchers.set(device, watchers);
    watchers.add(watcher);
    return () => {
      watchers.delete(watcher);
      if (watchers.size === 0 && this.#watchers.get(device) === watchers) this.#watchers.delete(device);
    };
  }
}
