import type { CommunicationId, DeviceId } from "../../kernel/ids.ts";
import type { EpochMs } from "../../kernel/time.ts";

/** One thing that happened between a device and the platform, as a person may want to read it [COM1, COM2]. */
export interface CommunicationEntry {
  readonly id: CommunicationId;
  readonly deviceId: DeviceId;
  readonly time: EpochMs;
  /** For device HTTP its function (`PING`, `ATTN`, …), for MQTT what happened (`CONNECT`, …). */
  readonly kind: string;
  /** IN: from the device. */
  readonly direction: "IN" | "OUT";
  readonly transport: "HTTP" | "MQTT";
  readonly messageId: number | null;
  /** Bytes, where there were any. */
  readonly size: number | null;
  readonly summary: string;
  readonly error: string | null;
  /** The beginning of what was refused, as far as it may be shown. */
  readonly payload: string | null;
}
