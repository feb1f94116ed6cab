import type { Attributes } from "../../core/attributes/index.ts";
import type { Device } from "../../core/devices/index.ts";
import type { EventBus } from "../../core/events/index.ts";
import type { DeviceId } from "../../kernel/ids.ts";
import { pingAttributes } from "./device-xml.ts";

/** Devices whose last PING is remembered. */
const rememberedAtMost = 100_000;

/**
 * What devices say about themselves with every PING becomes their client attributes [DHP4]. A PING that says what the
 * last one said costs nothing: thousands of devices send the same every minute.
 */
export class PingAttributes {
  readonly #attributes: Attributes;
  readonly #last = new Map<DeviceId, string>();

  constructor(attributes: Attributes, events: EventBus) {
    this.#attributes = attributes;
    events.subscribe("attributes-changed", ({ deviceId }) => this.#last.delete(deviceId));
    events.subscribe("device-updated", ({ deviceId }) => this.#last.delete(deviceId)); // what it says may stand there
    events.subscribe("device-removed", ({ deviceId }) => this.#last.delete(deviceId));
  }

  /** Returns how many attributes the PING had. */
  async keep(device: Device, content: AsyncIterable<Uint8Array>): Promise<number> {
    const values = await pingAttributes(content);
    const text = JSON.stringify([...values]);
    if (this.#last.get(device.id) === text) return values.size;
    await this.#attributes.write(device, "CLIENT_SCOPE", values);
    if (this.#last.size >= rememberedAtMost) this.#forgetOldest();
    this.#last.set(device.id, text);
    return values.size;
  }

  #forgetOldest(): void {
    const oldest = this.#last.keys().next();
    if (!oldest.done) this.#last.delete(oldest.value);
  }
}
