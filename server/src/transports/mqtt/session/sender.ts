import type { Device } from "../../../core/devices/index.ts";
import type { Receipt } from "../../../core/telemetry/index.ts";
import type { EpochMs } from "../../../kernel/time.ts";
import type { ProtocolVersion } from "../wire/packet-types.ts";

/** Whose message it is. */
export interface Sender {
  readonly device: Device;
  readonly version: ProtocolVersion;
  /** What a message without a time of its own is stamped with; without it, the time at which it is stored. */
  readonly time?: EpochMs;
  /** Stored with the points of a QoS 2 message [MQ7]. */
  readonly receipt?: Receipt;
}
