import type { AttributeValue } from "../attributes/index.ts";
import { valueAsJson } from "../telemetry/index.ts";

/** What a device is told of a change to its shared attributes: the new values, and the keys that are gone [MQ6]. */
export function attributePushes(values: ReadonlyMap<string, AttributeValue>, deleted: readonly string[]): string[] {
  const pushes: string[] = [];
  if (values.size > 0) pushes.push(attributesJson(values));
  if (deleted.length > 0) pushes.push(`{"deleted":${JSON.stringify(deleted)}}`);
  return pushes;
}

/** An object text; numbers keep all their digits, and a key named `__proto__` is a key [TEL3]. */
export const attributesJson = (values: ReadonlyMap<string, AttributeValue>): string =>
  `{${[...values].map(([key, value]) => `${JSON.stringify(key)}:${valueAsJson(value)}`).join(",")}}`;
