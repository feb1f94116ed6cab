import type { DeviceRecord } from "@heliograph/contract";

/** A device that somebody connects. */
export interface Connected {
  readonly device: DeviceRecord;
  readonly token: string;
  /** When it got this token, by the server's clock. */
  readonly tokenSince: number;
  /** It was made just now: whatever comes is its first. */
  readonly isNew: boolean;
}
