import { parseExactJson } from "./exact-json.ts";
import { JsonDocument, type TelemetryValue } from "./value.ts";

/** The opposite of `valueAsJson`: `json` has to be its result. */
export function valueFromJson(json: string): TelemetryValue {
  if (json.startsWith("{") || json.startsWith("[")) return new JsonDocument(json);
  return parseExactJson(json) as TelemetryValue;
}
