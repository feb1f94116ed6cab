import { type EpochMs, epochMs } from "../../kernel/time.ts";
import { invalidKey, invalidPayload, notFinite, tooDeep } from "./errors.ts";
import { isValidKey, isValidTs } from "./point-rules.ts";
import { SentJson } from "./sent-json.ts";
import { JsonDocument, type Point, type PointBatch, type TelemetryValue } from "./value.ts";

type JsonObject = Readonly<Record<string, unknown>>;

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const decimalText = /^-?\d{1,16}$/;

const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function textOf(payload: Uint8Array): string {
  try {
    return utf8.decode(payload);
  } catch (cause) {
    throw invalidPayload("it is not UTF-8", cause);
  }
}

/** Turns one payload into points. */
class PayloadReader {
  readonly points: Point[] = [];
  readonly #json: SentJson;
  readonly #now: EpochMs;

  constructor(json: SentJson, now: EpochMs) {
    this.#json = json;
    this.#now = now;
  }

  read(): PointBatch {
    const { root } = this.#json;
    for (const element of Array.isArray(root) ? root : [root]) this.#readElement(element);
    return this.points;
  }

  #readElement(element: unknown): void {
    if (!isObject(element)) throw invalidPayload("expected an object of keys and values, or an array of such objects");
    const timestamped = Object.hasOwn(element, "ts") && Object.hasOwn(element, "values");
    if (!timestamped) this.#readValues(element, this.#now);
    else this.#readTimestamped(element["ts"], element["values"]);
  }

  #readTimestamped(ts: unknown, values: unknown): void {
    if (!isObject(values)) throw invalidPayload("`values` must be an object");
    this.#readValues(values, this.#timeOf(ts));
  }

  /** [MQ3] `ts` is an integer or its decimal text; anything else rejects the message. */
  #timeOf(ts: unknown): EpochMs {
    const sent = typeof ts === "string" ? this.#json.valueOf(ts) : ts;
    const value = typeof sent === "string" && decimalText.test(sent) ? Number(sent) : sent;
    if (typeof value !== "number" || !isValidTs(value)) throw invalidPayload("`ts` must be Unix milliseconds");
    return epochMs(value);
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
        return this.#json.valueOf(value);
      case "boolean":
        return value;
      case "number":
        if (!Number.isFinite(value)) throw notFinite(key);
        return value;
      default:
        return this.#documentOf(key, value);
    }
  }

  #documentOf(key: string, value: unknown): JsonDocument {
    if (this.#json.isTooDeep(value)) throw tooDeep(key);
    if (!this.#json.isFinite(value)) throw notFinite(key);
    return new JsonDocument(this.#json.textOf(value));
  }
}

/**
 * The points of a telemetry payload, in all forms of [MQ3]; `now` is the time of those that carry none.
 * Throws an `invalid` AppError when the payload can never be accepted; nothing of it is to be stored then.
 */
export const decodeTelemetry = (payload: Uint8Array, now: EpochMs): PointBatch =>
  new PayloadReader(new SentJson(textOf(payload), invalidPayload), now).read();
