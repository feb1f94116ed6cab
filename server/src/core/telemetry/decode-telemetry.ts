import { parseBoundedJson } from "../../kernel/bounded-json.ts";
import { type EpochMs, epochMs } from "../../kernel/time.ts";
import { invalidKey, invalidPayload, notFinite, tooDeep } from "./errors.ts";
import { holdsOnlyFiniteNumbers, isDeeperThan, mayBeAltered, parseSentJson, writeExactJson } from "./exact-json.ts";
import { maxJsonDepth } from "./limits.ts";
import { isValidKey, isValidTs } from "./point-rules.ts";
import { JsonDocument, type Point, type PointBatch, type TelemetryValue } from "./value.ts";

type JsonObject = Readonly<Record<string, unknown>>;

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
/** Array, element and `values`: the levels around a value. */
const envelopeDepth = 3;
const decimalText = /^-?\d{1,16}$/;

/** Signals that the payload holds a number plain parsing would alter; the exact way starts over. */
const needsExactness = Symbol("needs exactness");

const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function textOf(payload: Uint8Array): string {
  try {
    return utf8.decode(payload);
  } catch (cause) {
    throw invalidPayload("it is not UTF-8", cause);
  }
}

/** [MQ3] `ts` is an integer or its decimal text; anything else rejects the message. */
function timeOf(ts: unknown): EpochMs {
  const value = typeof ts === "string" && decimalText.test(ts) ? Number(ts) : ts;
  if (typeof value !== "number" || !isValidTs(value)) throw invalidPayload("`ts` must be Unix milliseconds");
  return epochMs(value);
}

/** Turns one parsed payload into points. `exact` says whether big integers were kept while parsing. */
class PayloadReader {
  readonly points: Point[] = [];
  readonly #text: string;
  readonly #exact: boolean;
  readonly #now: EpochMs;

  constructor(text: string, exact: boolean, now: EpochMs) {
    this.#text = text;
    this.#exact = exact;
    this.#now = now;
  }

  readPayload(payload: unknown): void {
    for (const element of Array.isArray(payload) ? payload : [payload]) this.#readElement(element);
  }

  #readElement(element: unknown): void {
    if (!isObject(element)) throw invalidPayload("expected an object of keys and values, or an array of such objects");
    const timestamped = Object.hasOwn(element, "ts") && Object.hasOwn(element, "values");
    if (!timestamped) this.#readValues(element, this.#now);
    else this.#readTimestamped(element["ts"], element["values"]);
  }

  #readTimestamped(ts: unknown, values: unknown): void {
    if (!isObject(values)) throw invalidPayload("`values` must be an object");
    this.#readValues(values, timeOf(ts));
  }

  #readValues(values: JsonObject, ts: EpochMs): void {
    for (const key of Object.keys(values)) {
      const value = values[key];
      if (value === null || value === undefined) continue; // null is skipped [MQ3]; parsed JSON has no undefined
      if (!isValidKey(key)) throw invalidKey(key);
      this.points.push({ key, ts, value: this.#valueOf(key, value) });
    }
  }

  #valueOf(key: string, value: unknown): TelemetryValue {
    switch (typeof value) {
      case "string":
      case "boolean":
      case "bigint":
        return value;
      case "number":
        return this.#numberOf(key, value);
      default:
        return this.#documentOf(key, value);
    }
  }

  #numberOf(key: string, value: number): number {
    if (Math.abs(value) <= Number.MAX_SAFE_INTEGER) return value;
    if (!this.#exact) throw needsExactness;
    if (!Number.isFinite(value)) throw notFinite(key);
    return value;
  }

  #documentOf(key: string, value: unknown): JsonDocument {
    if (isDeeperThan(value, maxJsonDepth)) throw tooDeep(key);
    if (!this.#exact) {
      if (mayBeAltered(this.#text)) throw needsExactness;
      return new JsonDocument(JSON.stringify(value));
    }
    if (!holdsOnlyFiniteNumbers(value)) throw notFinite(key);
    return new JsonDocument(writeExactJson(value));
  }
}

function readPlain(text: string, payload: unknown, now: EpochMs): PointBatch | undefined {
  const reader = new PayloadReader(text, false, now);
  try {
    reader.readPayload(payload);
    return reader.points;
  } catch (reason) {
    if (reason === needsExactness) return undefined;
    throw reason;
  }
}

function readExact(text: string, payload: unknown, now: EpochMs): PointBatch {
  // The exact parser recurses, so the depth is looked at before it runs.
  if (isDeeperThan(payload, maxJsonDepth + envelopeDepth)) throw invalidPayload("it is nested too deeply");
  const reader = new PayloadReader(text, true, now);
  reader.readPayload(parseSentJson(text));
  return reader.points;
}

/**
 * The points of a telemetry payload, in all forms of [MQ3]; `now` is the time of those that carry none.
 * Throws an `invalid` AppError when the payload can never be accepted; nothing of it is to be stored then.
 */
export function decodeTelemetry(payload: Uint8Array, now: EpochMs): PointBatch {
  const text = textOf(payload);
  const parsed = parseBoundedJson(text, invalidPayload);
  return readPlain(text, parsed, now) ?? readExact(text, parsed, now);
}
