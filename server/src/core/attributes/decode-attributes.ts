import { parseBoundedJson } from "../../kernel/bounded-json.ts";
import {
  holdsOnlyFiniteNumbers,
  isDeeperThan,
  isValidKey,
  JsonDocument,
  maxJsonDepth,
  maxKeyLength,
  parseSentJson,
  valueAsJson,
  writeExactJson,
} from "../telemetry/index.ts";
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
  const members = objectOf(textOf(payload));
  const values = new Map<string, AttributeValue>();
  for (const key of Object.keys(members)) {
    const value = members[key];
    if (value === null || value === undefined) continue; // parsed JSON has no undefined
    values.set(requireValidKey(key), keptValue(key, value, valueBytes));
  }
  if (values.size > perScope) throw attributesTooMany(perScope);
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

function objectOf(text: string): Readonly<Record<string, unknown>> {
  const parsed = parse(text);
  if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed)) {
    throw attributesInvalid("expected an object of keys and values");
  }
  return parsed as Record<string, unknown>;
}

/** The exact parser recurses, so the depth is looked at before it runs. */
function parse(text: string): unknown {
  const plain = parseBoundedJson(text, attributesInvalid);
  if (isDeeperThan(plain, maxJsonDepth + 1)) throw attributesInvalid("it is nested too deeply");
  return parseSentJson(text);
}

function keptValue(key: string, value: unknown, atMostBytes: number): AttributeValue {
  if (!holdsOnlyFiniteNumbers(value)) throw attributesInvalid(`${JSON.stringify(key)} is not a finite number`);
  const kept = typeof value === "object" ? new JsonDocument(writeExactJson(value)) : (value as AttributeValue);
  if (Buffer.byteLength(valueAsJson(kept)) > atMostBytes) throw attributeTooLarge(key, atMostBytes);
  return kept;
}
