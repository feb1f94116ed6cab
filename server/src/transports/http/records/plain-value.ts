import { JsonDocument, type TelemetryValue } from "../../../core/telemetry/index.ts";

/** A value where its last digit does not matter: an integer of more digits than a number has is rounded. */
export const plainOf = (value: TelemetryValue): unknown =>
  typeof value === "bigint" ? Number(value) : value instanceof JsonDocument ? value.toJSON() : value;
