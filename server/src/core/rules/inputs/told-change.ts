import type { AttributeScope } from "@heliograph/contract";
import type { DeviceId } from "../../../kernel/ids.ts";
import type { TelemetryValue } from "../../telemetry/index.ts";
import { textAtMost } from "../values.ts";

/** What rules look at beside points. */
export type ToldKind = "ATTRIBUTE" | "ACTIVITY" | "ALARM" | "FILE" | "COMMAND";

/** Null: there is none, or none that a rule can look at. */
export type ToldValue = number | string | boolean | null;

/** A change of something that rules may look at. */
export interface ToldChange {
  readonly deviceId: DeviceId;
  readonly kind: ToldKind;
  /** Which of its kind: see `attributeName`; the type of an alarm or a command, the tag of a file, nothing of activity. */
  readonly name: string;
  readonly value: ToldValue;
  readonly before: ToldValue;
  readonly time: number;
  /** Name of the file it is about. */
  readonly file?: string;
}

/** One that is stored and was not evaluated yet [RUL3]. */
export interface WaitingInput extends ToldChange {
  readonly seq: number;
  /** What of the log of the points had been told by then. */
  readonly position: number;
  /** So many rules led to it, one after another. */
  readonly hops: number;
}

export const attributeName = (scope: AttributeScope, key: string): string => `${scope} ${key}`;

/** As a rule sees what an attribute holds. */
export function toldValueOf(value: TelemetryValue | undefined): ToldValue {
  if (typeof value === "string") return value.slice(0, textAtMost);
  if (typeof value === "bigint") return Number.isFinite(Number(value)) ? Number(value) : null;
  return typeof value === "number" || typeof value === "boolean" ? value : null;
}
