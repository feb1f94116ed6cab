import type { DeviceId } from "../../kernel/ids.ts";
import { tooManyAtOnce, tooMuchUnderWay } from "./errors.ts";

export interface UnderWayLimits {
  /** Of all devices together. */
  readonly bytes: number;
  /** Requests of one device. */
  readonly perDevice: number;
}

/** What devices send and is not answered yet: bounded in bytes over all, and in requests per device [REL2]. */
export class RequestsUnderWay {
  readonly #limits: UnderWayLimits;
  readonly #requests = new Map<DeviceId, number>();
  #bytes = 0;

  constructor(limits: UnderWayLimits) {
    this.#limits = limits;
  }

  /** Returns how to leave; a request leaves once. */
  enter(device: DeviceId, bytes: number): () => void {
    const requests = this.#requests.get(device) ?? 0;
    if (requests >= this.#limits.perDevice) throw tooManyAtOnce(this.#limits.perDevice);
    // One alone always fits: its size has a limit of its own.
    if (this.#bytes > 0 && this.#bytes + bytes > this.#limits.bytes) throw tooMuchUnderWay();
    this.#requests.set(device, requests + 1);
    this.#bytes += bytes;
    return () => this.#leave(device, bytes);
  }

  #leave(device: DeviceId, bytes: number): void {
    this.#bytes -= bytes;
    const left = (this.#requests.get(device) ?? 1) - 1;
    if (left > 0) this.#requests.set(device, left);
    else this.#requests.delete(device);
  }
}
