import type { Device } from "../core/devices/index.ts";
import type { PointSource, Receipt } from "../core/telemetry/index.ts";
import type { MqttSessionId } from "../kernel/ids.ts";
import type { EpochMs } from "../kernel/time.ts";

/** What is known of a message besides its payload. */
export interface TelemetryTerms {
  readonly time?: EpochMs | undefined;
  readonly receipt?: Receipt | undefined;
}

/** A call to a method on the device. */
export interface DeviceCall {
  readonly messageId: number;
  /** `{"method":…,"params":…}` */
  readonly payload: string;
}

/** Something a person may want to read about a device later [COM2]. */
export interface Remark {
  readonly kind: "CONNECT" | "DISCONNECT" | "CONNECT_REFUSED" | "MESSAGE_REJECTED" | "MESSAGE_EMPTY" | "RPC";
  readonly direction: "IN" | "OUT";
  readonly messageId: number | undefined;
  readonly size: number | undefined;
  readonly summary: string;
  readonly error: string | undefined;
  /** What was refused, or its beginning. */
  readonly payload?: Uint8Array | undefined;
}

/** `{}` and `[]` are taken like any message and store nothing [MQ3]: whoever looks for the values should find out why. */
export const emptyMessage = (size: number): Remark => ({
  ...{ kind: "MESSAGE_EMPTY", direction: "IN", messageId: undefined, size, error: undefined },
  summary: "Message without a value",
});

/** More than anybody keeps of a message that was refused. */
const beginningBytes = 16_385;

/** What a remark tells of a message: a copy, as it outlives the buffer it came in, and may go to another thread. */
export const beginningOf = (payload: Uint8Array): Uint8Array => new Uint8Array(payload.subarray(0, beginningBytes));

/**
 * What the protocol needs from the platform, and all it needs. Refusals that no repetition can turn into a success
 * are AppErrors; anything else means "not now", and the device is left to send again.
 */
export interface DeviceGateway {
  /** Undefined for a token nobody has. */
  findDevice(token: string): Promise<Device | undefined>;
  /** The device made contact. */
  seen(device: Device): void;
  /**
   * Resolves to the number of points when all are durable [MQ2]. The payload is read before this returns. Points without
   * a time of their own get `time`, or the time at which they are stored; the receipt is stored with them [MQ7].
   */
  telemetry(device: PointSource, payload: Buffer, terms?: TelemetryTerms): Promise<number>;
  /** Resolves when the attributes are durable. */
  attributes(device: Device, payload: Buffer): Promise<void>;
  /** The answer to an attribute request, as JSON. */
  requestedAttributes(device: Device, payload: Buffer): Promise<string>;
  /** The device answered a call. */
  answered(device: Device, messageId: string, payload: Buffer): Promise<void>;
  /** The device has a call; with a `problem` it never will. */
  delivered(device: Device, messageId: number, problem?: string): void;
  /** Calls waiting for the device; each is handed out once, durably marked as sent, and as this session's if it has one. */
  takeCalls(device: Device, limit: number, session: MqttSessionId | undefined): Promise<readonly DeviceCall[]>;
  /** Calls sent in this session that the device did not acknowledge. */
  unacknowledgedCalls(device: Device, session: MqttSessionId): Promise<readonly DeviceCall[]>;
  /** These were handed out and never left: they wait for the next contact. Resolves when they do. */
  putBack(device: Device, messageIds: readonly number[]): Promise<void>;
  /** A call of the device to the platform; the answer as JSON. */
  call(device: Device, method: string, params: unknown): Promise<string>;
  remark(device: Pick<Device, "id">, remark: Remark): void;
}
