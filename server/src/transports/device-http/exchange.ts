import type { Device } from "../../core/devices/index.ts";
import type { Part } from "./multipart-part.ts";

/** One contact of a device: what it sent, and with which message id. */
export interface Exchange {
  readonly device: Device;
  readonly messageId: number | undefined;
  readonly fileTag: string | undefined;
  /** Undefined when there is no body. */
  readonly part: Part | undefined;
  /** Bytes of the whole body, where the request says so. */
  readonly announcedSize: number | undefined;
  /** Why the body cannot be read, where that is no reason to refuse. */
  readonly problem: string | undefined;
}

/** What became of it, for the communication log. */
export interface Outcome {
  readonly summary: string;
  readonly error?: string;
}
