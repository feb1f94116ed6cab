import type { DeviceId } from "../../../kernel/ids.ts";
import { noRoomFirstMs, noRoomLongestMs, noRoomRemembered } from "../mqtt-limits.ts";
import { closeSession } from "./close-session.ts";
import { hold } from "./connection.ts";
import type { Session } from "./session.ts";

/**
 * Devices that cannot be told that their tenant has no room [QTA1]: their connection is held, unread and
 * unacknowledged, and then closed. Who comes back and still finds no room waits twice as long.
 */
export class NoRoom {
  readonly #waits = new Map<DeviceId, number>();
  readonly #waiting = new WeakSet<Session>();

  isWaiting(session: Session): boolean {
    return this.#waiting.has(session);
  }

  closeLater(session: Session): void {
    this.#waiting.add(session);
    session.connection.hold(hold.noRoom);
    setTimeout(() => closeSession(session, "busy"), this.#nextWait(session.device.id)).unref();
  }

  /** Something of the device was stored again. */
  forget(device: DeviceId): void {
    if (this.#waits.size > 0) this.#waits.delete(device);
  }

  #nextWait(device: DeviceId): number {
    const wait = this.#waits.get(device) ?? noRoomFirstMs;
    this.#waits.delete(device);
    this.#waits.set(device, Math.min(wait * 2, noRoomLongestMs));
    const [oldest] = this.#waits.keys();
    if (this.#waits.size > noRoomRemembered && oldest !== undefined) this.#waits.delete(oldest);
    return wait;
  }
}
