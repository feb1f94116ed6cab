import { type AttributeScope, attributeScopes } from "@heliograph/contract";
import type { DeviceId } from "../../kernel/ids.ts";
import type { Clock } from "../../kernel/time.ts";
import type { Audit, AuditedAct, Facts } from "../audit/index.ts";
import { type Device, type Devices, deviceNotFound, identityOf } from "../devices/index.ts";
import type { EventBus } from "../events/index.ts";
import type { TenantQuotas } from "../tenants/index.ts";
import type { Attribute, AttributeChange, AttributeSelection, AttributeValue } from "./attribute.ts";
import type { AttributeStore } from "./attribute-store.ts";
import { decodeAttributes } from "./decode-attributes.ts";
import { attributesTooLong, attributesTooMany } from "./errors.ts";
import type { AttributeLimits } from "./limits.ts";

type Owner = Pick<Device, "id" | "tenantId"> & { readonly name?: string };

/** Of values that long an entry of the audit log says nothing but that they changed. */
const auditedBytes = 64 * 1024;
const unkept = `(not kept here: more than ${auditedBytes} bytes)`;

/** Attributes of devices, for whoever may write them: users, and devices their own [TEL6]. */
export class Attributes {
  readonly #store: AttributeStore;
  readonly #events: EventBus;
  readonly #limits: AttributeLimits;
  readonly #clock: Clock;
  readonly #devices: Pick<Devices, "identify">;
  readonly #audit: Audit;
  readonly #requireRoom: () => void;
  readonly #quotas: Pick<TenantQuotas, "reached">;

  /** `requireRoom` throws when the disk has no room for more [REL6]. */
  constructor(
    store: AttributeStore,
    events: EventBus,
    limits: AttributeLimits,
    clock: Clock,
    devices: Pick<Devices, "identify">,
    audit: Audit,
    quotas: Pick<TenantQuotas, "reached">,
    requireRoom: () => void = () => undefined,
  ) {
    this.#quotas = quotas;
    this.#store = store;
    this.#events = events;
    this.#limits = limits;
    this.#clock = clock;
    this.#devices = devices;
    this.#audit = audit;
    this.#requireRoom = requireRoom;
  }

  /** What a sender's JSON object holds, ready to be written. */
  decode(payload: Uint8Array): ReadonlyMap<string, AttributeValue> {
    return decodeAttributes(payload, this.#limits);
  }

  /** Refused when it would be more than `atMostBytes`. */
  async read(
    device: DeviceId,
    keys: AttributeSelection,
    scopes: readonly AttributeScope[] = attributeScopes,
    atMostBytes = this.#limits.readBytes,
  ): Promise<readonly Attribute[]> {
    const found = await this.#store.read(device, scopes, keys, atMostBytes);
    if (found === "too-long") throw attributesTooLong(atMostBytes);
    return found;
  }

  /** Client attributes may hold what belongs into the device's record, too [DHP4]. */
  async write(device: Owner, scope: AttributeScope, values: ReadonlyMap<string, AttributeValue>): Promise<void> {
    this.#requireRoom();
    const change = { ...this.#changeOf(device, scope), values };
    await this.#onRecord(device, "ATTRIBUTES_UPDATED", change, [...values.keys()]);
    const identity = scope === "CLIENT_SCOPE" ? identityOf(values) : {};
    if (Object.keys(identity).length > 0) await this.#devices.identify(device.tenantId, device.id, identity);
  }

  remove(device: Owner, scope: AttributeScope, deleted: readonly string[]): Promise<void> {
    const change = { ...this.#changeOf(device, scope), deleted };
    return this.#onRecord(device, "ATTRIBUTES_DELETED", change, deleted);
  }

  async #onRecord(
    device: Owner,
    action: "ATTRIBUTES_UPDATED" | "ATTRIBUTES_DELETED",
    change: AttributeChange,
    keys: readonly string[],
  ): Promise<void> {
    const { id, tenantId, name = null } = device;
    const { scope, values } = change;
    const act: AuditedAct = { action, tenantId, entity: { type: "DEVICE", id, name }, facts: { scope } };
    await this.#audit.change(act, async (notes) => {
      const before = notes.isHeard ? await this.#held(id, scope, keys) : {};
      const touched = await this.#apply(change);
      notes.before(before ?? Object.fromEntries(touched.map((key) => [key, unkept])));
      notes.after(Object.fromEntries(keys.map((key) => [key, values.get(key) ?? null])));
    });
  }

  /** Undefined where it is too long. */
  async #held(device: DeviceId, scope: AttributeScope, keys: readonly string[]): Promise<Facts | undefined> {
    const found = await this.#store.read(device, [scope], { only: keys }, auditedBytes);
    if (found === "too-long") return undefined;
    return Object.fromEntries(found.map(({ key, value }) => [key, value]));
  }

  #changeOf(device: Owner, scope: AttributeScope): AttributeChange {
    const { id: deviceId, tenantId } = device;
    return { tenantId, deviceId, scope, time: this.#clock(), values: new Map(), deleted: [] };
  }

  /** Returns the keys that were written, and those that were there and are not any more. */
  async #apply(change: AttributeChange): Promise<readonly string[]> {
    if (change.values.size === 0 && change.deleted.length === 0) return [];
    const applied = await this.#store.apply(change);
    if (applied.outcome === "no-such-device") throw deviceNotFound(change.deviceId);
    if (applied.outcome === "tenant-full") throw this.#quotas.reached(change.tenantId, "attributeQuota");
    if (applied.outcome === "too-many") throw attributesTooMany(this.#limits.perScope);
    const { changed, deleted } = applied;
    const { tenantId, deviceId, scope } = change;
    if (changed.length > 0 || deleted.length > 0)
      this.#events.publish("attributes-changed", { tenantId, deviceId, scope, changed, deleted });
    return [...changed, ...deleted];
  }
}
