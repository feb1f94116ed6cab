import type { AttributeScope } from "@heliograph/contract";
import type { DeviceId, TenantId } from "../../kernel/ids.ts";
import type { EpochMs } from "../../kernel/time.ts";
import type { TelemetryValue } from "../telemetry/index.ts";

/** An attribute holds what a point can hold, 64-bit integers included [TEL3]. */
export type AttributeValue = TelemetryValue;

/** What is known about a device, without a history [TEL6]. */
export interface Attribute {
  readonly scope: AttributeScope;
  readonly key: string;
  readonly value: AttributeValue;
  readonly lastUpdateTs: EpochMs;
}

/** One change to the attributes of one scope of a device: all of it happens or nothing. */
export interface AttributeChange {
  readonly tenantId: TenantId;
  readonly deviceId: DeviceId;
  readonly scope: AttributeScope;
  readonly time: EpochMs;
  readonly values: ReadonlyMap<string, AttributeValue>;
  readonly deleted: readonly string[];
}

/** Which keys: never an empty list that could mean either. */
export type AttributeSelection = "all" | { readonly only: readonly string[] };
