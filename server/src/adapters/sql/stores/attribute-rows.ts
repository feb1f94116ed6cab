import type { AttributeScope } from "@heliograph/contract";
import type { Attribute, AttributeChange, AttributeValue } from "../../../core/attributes/index.ts";
import { comparableOf } from "../../../core/device-groups/index.ts";
import { valueAsJson, valueFromJson } from "../../../core/telemetry/index.ts";
import { epochMs } from "../../../kernel/time.ts";
import type { Tables } from "../tables.ts";

/** Keys are kept verbatim [TEL3], but PostgreSQL's texts hold no NUL: it is written as `\0`, and `\` as `\\`. */
export const storedKey = (key: string): string => key.replaceAll("\\", "\\\\").replaceAll("\0", "\\0");

export const keyOf = (stored: string): string =>
  stored.replaceAll(/\\(.)/g, (_, escaped: string) => (escaped === "0" ? "\0" : escaped));

export const attributeOf = (
  row: Pick<Tables["attributes"], "scope" | "key" | "value" | "last_update_ts">,
): Attribute => ({
  scope: row.scope as AttributeScope,
  key: keyOf(row.key),
  value: valueFromJson(row.value),
  lastUpdateTs: epochMs(row.last_update_ts),
});

/** In the order of their keys: two changes that meet on PostgreSQL wait for each other instead of in a circle. */
export const attributeRows = ({ tenantId, deviceId, scope, time, values }: AttributeChange): Tables["attributes"][] =>
  [...values]
    .map(([key, value]: [string, AttributeValue]) => ({
      device_id: deviceId,
      scope,
      key: storedKey(key),
      value: valueAsJson(value),
      last_update_ts: time,
      tenant_id: tenantId,
      comparable: comparableOf(value),
    }))
    .sort((a, b) => (a.key < b.key ? -1 : 1));

export const deletedKeyOf = (row: { readonly key: string }): string => keyOf(row.key);
