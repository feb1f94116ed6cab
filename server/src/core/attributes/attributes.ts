import { type AttributeScope, attributeScopes } from "@heliograph/contract";
import type { DeviceId } from "../../kernel/ids.ts";
import type { Clock } from "../../kernel/time.ts";
import { type Device, deviceNotFound } from "../devices/index.ts";
import type { EventBus } from "../events/index.ts";
import type { Attribute, AttributeChange, AttributeSelection, AttributeValue } from "./attribute.ts";
import type { AttributeStore } from "./attribute-store.ts";
import { attributesTooMany } from "./errors.ts";

type Owner = Pick<Device, "id" | "tenantId">;

/** Attributes of devices, for whoever may write them: users, and devices their own [TEL6]. */
export class Attributes {
  readonly #store: AttributeStore;
  readonly #events: EventBus;
  readonly #clock: Clock;

  constructor(store: AttributeStore, events: EventBus, clock: Clock) {
    this.#store = store;
    this.#events = events;
    this.#clock = clock;
  }

  read(
    device: DeviceId,
    keys: AttributeSelection,
    scopes: readonly AttributeScope[] = attributeScopes,
  ): Promise<readonly Attribute[]> {
    return this.#store.read(device, scopes, keys);
  }

  write(device: Owner, scope: AttributeScope, values: ReadonlyMap<string, AttributeValue>): Promise<void> {
    return this.#apply({ ...this.#changeOf(device, scope), values });
  }

  remove(device: Owner, scope: AttributeScope, deleted: readonly string[]): Promise<void> {
    return this.#apply({ ...this.#changeOf(device, scope), deleted });
  }

  #changeOf(device: Owner, scope: AttributeScope): AttributeChange {
    const { id: deviceId, tenantId } = device;
    return { tenantId, deviceId, scope, time: this.#clock(), values: new Map(), deleted: [] };
  }

  async #apply(change: AttributeChange): Promise<void> {
    if (change.values.size === 0 && change.deleted.length === 0) return;
    const applied = await this.#store.apply(change);
    if (applied.outcome === "no-such-device") throw deviceNotFound(change.deviceId);
    if (applied.outcome === "too-many") throw attributesTooMany();
    const { changed, deleted } = applied;
    if (changed.length === 0 && deleted.length === 0) return;
    const { tenantId, deviceId, scope } = change;
    this.#events.publish("attributes-changed", { tenantId, deviceId, scope, changed, deleted });
  }
}
