import { isValidKey, JsonDocument, maxKeyLength, SentJson, valueAsJson } from "../telemetry/index.ts";
import type { AttributeValue } from "./attribute.ts";
import { attributeKeyInvalid, attributesInvalid, attributesTooMany, attributeTooLarge } from "./errors.ts";
import type { AttributeLimits } from "./limits.ts";

type DecodeLimits = Pick<AttributeLimits, "perScope" | "valueBytes">;

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * The attributes of a JSON object, from whoever sent it; `null` values are skipped, numbers are as in [TEL3]. Throws
 * an `invalid` AppError when the payload can never be accepted.
 */
export function decodeAttributes(
  payload: Uint8Array,
  { perScope, valueBytes }: DecodeLimits,
): ReadonlyMap<string, AttributeValue> {
  const json = new SentJson(textOf(payload), attributesInvalid);
  const members = objectOf(json);
  const values = new Map<string, AttributeValue>();
  for (const key of Object.keys(members)) {
    const value = members[key];
    if (value === null) continue;
    if (values.size === perScope) throw attributesTooMany(perScope);
    values.set(requireValidKey(key), keptValue(json, key, value, valueBytes));
  }
  return values;
}

function requireValidKey(key: string): string {
  if (!isValidKey(key)) throw attributeKeyInvalid(`An attribute key is text of 1 to ${maxKeyLength} characters`);
  return key;
}

function textOf(payload: Uint8Array): string {
  try {
    return utf8.decode(payload);
  } catch (cause) {
    throw attributesInvalid("the body is not UTF-8", cause);
  }
}

function objectOf(json: SentJson): Readonly<Record<string, unknown>> {
  const { root } = json;
  if (typeof root !== "object" || root === null || Array.isArray(root)) {
    throw attributesInvalid("expected an object of keys and values");
  }
  if (json.isTooDeep(root, 1)) throw attributesInvalid("it is nested too deeply");
  return root as Record<string, unknown>;
}

function keptValue(json: SentJson, key: string, value: unknown, atMostBytes: number): AttributeValue {
  if (!json.isFinite(value)) throw attributesInvalid(`${JSON.stringify(key)} is not a finite number`);
  const kept = typeof value === "object" ? new JsonDocument(json.textOf(value)) : scalarOf(json, value);
  if (Buffer.byteLength(valueAsJson(kept)) > atMostBytes) throw attributeTooLarge(key, atMostBytes);
  return kept;
}

const scalarOf = (json: SentJson, value: unknown): AttributeValue =>
  typeof value === "string" ? json.valueOf(value) : (value as AttributeValue);
