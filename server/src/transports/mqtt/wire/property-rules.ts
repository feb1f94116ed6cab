import { isUtf8 } from "node:buffer";
import { type Carrier, type Property, type PropertyForm, properties, userProperty } from "./properties.ts";
import { malformed, violation } from "./protocol-error.ts";

const cutOff = () => malformed("the packet is cut off");
const longestVariable = 4;
const hash = 0x23;
const plus = 0x2b;

/**
 * Walks over properties as they were sent: the general parser reads past their end, keeps the last of several and
 * mends ill-formed texts, so after it nobody could tell.
 */
export class PropertyWalk {
  readonly #frame: Buffer;
  at: number;

  constructor(frame: Buffer, at: number) {
    this.#frame = frame;
    this.at = at;
  }

  skip(bytes: number): number {
    const start = this.at;
    this.at += bytes;
    if (this.at > this.#frame.length) throw cutOff();
    return start;
  }

  /** A field that begins with its length in two bytes. */
  skipField(): Buffer {
    const length = this.#frame.readUInt16BE(this.skip(2));
    const start = this.skip(length);
    return this.#frame.subarray(start, this.at);
  }

  /** The list at this place, checked; afterwards this stands behind it. */
  check(carrier: Carrier): void {
    const length = this.#variable();
    const end = this.at + length;
    if (end > this.#frame.length) throw cutOff();
    const seen = new Set<number>();
    while (this.at < end) this.#checkOne(carrier, seen);
    if (this.at !== end) throw malformed(`a property of ${carrier} reaches beyond the list`);
  }

  #checkOne(carrier: Carrier, seen: Set<number>): void {
    const identifier = this.#variable();
    if (identifier === userProperty) {
      this.#value("pair");
      return;
    }
    const property = properties.get(identifier);
    if (!property?.carriers.includes(carrier)) {
      throw malformed(`${carrier} must not carry ${property?.name ?? `property ${identifier}`}`); // 5.0 §2.2.2.2
    }
    if (seen.has(identifier)) throw violation(`${carrier} carries ${property.name} more than once`);
    seen.add(identifier);
    this.#checkValue(property);
  }

  #checkValue({ name, form, neverZero, isTopic }: Property): void {
    const value = this.#value(form);
    if (neverZero && value === 0) throw violation(`${name} must not be 0`);
    if (form === "boolean" && value !== 0 && value !== 1) throw violation(`${name} has to be 0 or 1`);
    if (isTopic && value instanceof Buffer && (value.includes(hash) || value.includes(plus))) {
      throw violation(`${name} must not hold + or #`);
    }
  }

  #value(form: PropertyForm): number | Buffer {
    switch (form) {
      case "boolean":
        return this.#frame.readUInt8(this.skip(1));
      case "two":
        return this.#frame.readUInt16BE(this.skip(2));
      case "four":
        return this.#frame.readUInt32BE(this.skip(4));
      case "variable":
        return this.#variable();
      case "binary":
        return this.skipField();
      case "text":
        return this.#text();
      case "pair":
        this.#text();
        return this.#text();
    }
  }

  /** [5.0: MQTT-1.5.4-1, MQTT-1.5.4-2, MQTT-1.5.7-1] */
  #text(): Buffer {
    const text = this.skipField();
    if (!isUtf8(text)) throw malformed("a text is not UTF-8");
    if (text.includes(0)) throw malformed("a text holds U+0000");
    return text;
  }

  /** Four bytes at most, and no more than it takes [5.0: MQTT-1.5.5-1]. */
  #variable(): number {
    let value = 0;
    for (let index = 0; index < longestVariable; index++) {
      const byte = this.#frame.readUInt8(this.skip(1));
      value += (byte & 0x7f) * 2 ** (7 * index);
      if (byte >= 0x80) continue;
      if (byte === 0 && index > 0) throw malformed("a number takes more bytes than it needs");
      return value;
    }
    throw malformed("a number has more than four bytes");
  }
}
