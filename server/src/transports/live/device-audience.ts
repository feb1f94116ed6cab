import type { LiveList } from "@heliograph/contract";
import type { Events } from "../../core/events/index.ts";
import type { DeviceId, ProjectId } from "../../kernel/ids.ts";

/** Who is told of what happens to a device. */
export interface DeviceWatcher {
  readonly deviceId: DeviceId;
  attributesChanged(event: Events["attributes-changed"]): void;
  telemetryDeleted(event: Events["telemetry-deleted"]): void;
  activityChanged(event: Events["device-activity"]): void;
  listChanged(list: LiveList): void;
  /** It is in another project now. */
  moved(projectId: ProjectId | null): void;
  removed(): void;
}

/** Who watches which device. */
export class DeviceAudience {
  readonly #watching = new Map<DeviceId, Set<DeviceWatcher>>();

  add(watcher: DeviceWatcher): void {
    const watching = this.#watching.get(watcher.deviceId) ?? new Set();
    this.#watching.set(watcher.deviceId, watching);
    watching.add(watcher);
  }

  remove(watcher: DeviceWatcher): void {
    const watching = this.#watching.get(watcher.deviceId);
    watching?.delete(watcher);
    if (watching?.size === 0) this.#watching.delete(watcher.deviceId);
  }

  /** As it is now: telling one of them may change who watches. */
  of(device: DeviceId): readonly DeviceWatcher[] {
    return [...(this.#watching.get(device) ?? [])];
  }
}
