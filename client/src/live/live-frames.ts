import type { AlarmInfoRecord, LiveList } from "@heliograph/contract";
import { parseJsonText } from "@heliograph/contract/json-text";

/** A value with its time, as the live connection tells it; `null` is a key that is gone. */
export interface LiveSample {
  readonly ts: number;
  readonly value: unknown;
}

interface LiveAttribute {
  readonly value: unknown;
  readonly lastUpdateTs: number;
}

/** What a frame says about a device; absent parts were not asked for, or did not change [TEL7]. */
export interface DeviceNews {
  readonly type: "state" | "change";
  readonly id: number;
  readonly telemetry?: Readonly<Record<string, LiveSample | null>>;
  readonly attributes?: Readonly<Record<string, Readonly<Record<string, LiveAttribute | null>>>>;
  readonly activity?: { readonly active: boolean; readonly lastActivityTime: number | null };
  readonly lists?: readonly LiveList[];
  /** Where alarms are watched: those that changed, as they are now [ALM4]. */
  readonly alarms?: readonly AlarmInfoRecord[];
  /** Where one's own inbox is watched [NTF1]. */
  readonly inbox?: { readonly unread: number };
}

/** What a frame says about a page [DSH4]: by device; `null` is a device that is not on it any more. */
export interface PageNews {
  readonly type: "state" | "change";
  readonly devices?: Readonly<Record<string, Readonly<Record<string, LiveSample | null>> | null>>;
}

export type ServerFrame =
  | { readonly type: "authenticated" }
  | { readonly type: "pong" }
  | { readonly type: "unsubscribed"; readonly id: number }
  | { readonly type: "error" | "ended"; readonly id?: number; readonly code: string; readonly message: string }
  | (DeviceNews & PageNews);

interface NumberSource {
  readonly source?: string;
}

/** Integers beyond a double keep their digits as text [TEL3]. */
const keepDigits = (_: string, value: unknown, context?: NumberSource): unknown =>
  typeof value === "number" && Number.isInteger(value) && !Number.isSafeInteger(value)
    ? (context?.source ?? value)
    : value;

/** Values of a message; unreadable ones are nobody's. */
export function serverFrameOf(text: string): ServerFrame | undefined {
  try {
    const frame: unknown = parseJsonText(text, { revived: keepDigits });
    return typeof frame === "object" && frame !== null && "type" in frame ? (frame as ServerFrame) : undefined;
  } catch {
    return undefined;
  }
}
