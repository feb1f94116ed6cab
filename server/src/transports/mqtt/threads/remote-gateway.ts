import type { Device } from "../../../core/devices/index.ts";
import type { PointSource } from "../../../core/telemetry/index.ts";
import type { MqttSessionId } from "../../../kernel/ids.ts";
import type { DeviceCall, DeviceGateway, Remark, TelemetryTerms } from "../../device-gateway.ts";
import type { AppendSender } from "./append-line.ts";
import type { PlatformBridge } from "./remote-roster.ts";

/** A copy of its own: the memory behind a packet is shared with others, and all of it would travel. */
const bytesOf = (payload: Buffer): Uint8Array => new Uint8Array(payload);

/** The platform as a transport thread sees it. */
export class RemoteGateway implements DeviceGateway {
  readonly #bridge: PlatformBridge;
  readonly #appends: AppendSender;
  #omitted = 0;

  constructor(bridge: PlatformBridge, appends: AppendSender) {
    this.#bridge = bridge;
    this.#appends = appends;
  }

  findDevice(token: string): Promise<Device | undefined> {
    return this.#bridge.call("findDevice", token);
  }

  seen(device: Device): void {
    this.#bridge.offer(0, "seen", device);
  }

  telemetry(device: PointSource, payload: Buffer, { receipt }: TelemetryTerms = {}): Promise<number> {
    return this.#appends.send(device, payload, receipt);
  }

  attributes(device: Device, payload: Buffer): Promise<void> {
    return this.#bridge.call("attributes", device, bytesOf(payload));
  }

  requestedAttributes(device: Device, payload: Buffer): Promise<string> {
    return this.#bridge.call("requestedAttributes", device, bytesOf(payload));
  }

  answered(device: Device, messageId: string, payload: Buffer): Promise<void> {
    return this.#bridge.call("answered", device, messageId, bytesOf(payload));
  }

  delivered(device: Device, messageId: number, problem?: string): void {
    this.#bridge.tell("delivered", device, messageId, problem);
  }

  putBack(device: Device, messageIds: readonly number[]): Promise<void> {
    return this.#bridge.call("putBack", device, messageIds);
  }

  takeCalls(device: Device, limit: number, session: MqttSessionId | undefined): Promise<readonly DeviceCall[]> {
    return this.#bridge.call("takeCalls", device, limit, session);
  }

  unacknowledgedCalls(device: Device, session: MqttSessionId): Promise<readonly DeviceCall[]> {
    return this.#bridge.call("unacknowledgedCalls", device, session);
  }

  call(device: Device, method: string, params: unknown): Promise<string> {
    return this.#bridge.call("callPlatform", device, method, params);
  }

  remark(device: Pick<Device, "id">, remark: Remark): void {
    const size = remark.summary.length + (remark.error?.length ?? 0) + (remark.payload?.length ?? 0);
    if (!this.#bridge.offer(size, "remark", device, remark)) this.#omitted++;
    else if (this.#omitted > 0) this.#tellOmitted();
  }

  #tellOmitted(): void {
    this.#bridge.tell("log", "warn", { dropped: this.#omitted }, "entries of the communication log were dropped");
    this.#omitted = 0;
  }
}
