import { integerOf } from "./channel-fields.ts";
import { isJsonObject, type JsonValue, jsonText, parseJson } from "./json.ts";
import { decodeLenientText, withoutPadding } from "./text.ts";
import { parseXml } from "./xml.ts";

/** Statistics of the info block; hints by the writer, never relied on (§9). */
export interface TrailerChannel {
  readonly index: number;
  readonly samples: bigint | undefined;
  readonly segments: bigint | undefined;
  readonly firstNs: bigint | undefined;
  readonly lastNs: bigint | undefined;
}

export interface Trailer {
  /** Byte offset of the info block. */
  readonly position: number;
  readonly finalizedUtc: string;
  readonly reason: string;
  readonly channels: readonly TrailerChannel[];
  /** The text as found. */
  readonly text: string;
  /** Where the magic trailer says the info block starts; undefined without one. */
  readonly declaredPosition: number | undefined;
}

type Fields = ReadonlyMap<string, string>;

export const magicTrailerBytes = 40;
/** Real trailers differ a little in length; this many bytes are looked at (§9). */
export const magicTrailerSearchBytes = 64;

/** The info block's payload, or undefined when it holds no readable text, or one of more than `maxEntries` parts. */
export function parseTrailer(payload: Uint8Array, position: number, maxEntries: number): Trailer | undefined {
  const start = payload.findIndex((byte) => byte === 0x3c || byte === 0x7b);
  if (start < 0) return undefined;
  const text = withoutPadding(decodeLenientText(payload.subarray(start)).text);
  try {
    const { root, channels } = text.startsWith("<") ? xmlTrailer(text, maxEntries) : jsonTrailer(text, maxEntries);
    const known = channels.map(trailerChannelOf).filter((channel) => Number.isInteger(channel.index));
    const [finalizedUtc, reason] = [root.get("finalized_utc") ?? "", root.get("reason") ?? ""];
    return { position, finalizedUtc, reason, channels: known, text, declaredPosition: undefined };
  } catch {
    return undefined;
  }
}

/** A magic trailer among some bytes. */
export interface MagicTrailer {
  /** Where it says the info block starts. */
  readonly declaredPosition: number;
  /** Its place among the bytes, padding included. */
  readonly start: number;
  readonly end: number;
}

/** The magic trailer, or undefined when the bytes hold none. */
export function parseMagicTrailer(bytes: Uint8Array): MagicTrailer | undefined {
  const found = /(?:OSF|OCEAN)_STREAM_END +(\d{1,15})\r?\n?=*/.exec(String.fromCharCode(...bytes));
  if (!found) return undefined;
  return { declaredPosition: Number(found[1]), start: found.index, end: found.index + found[0].length };
}

interface RawTrailer {
  readonly root: Fields;
  readonly channels: readonly Fields[];
}

function xmlTrailer(text: string, maxEntries: number): RawTrailer {
  const root = parseXml(text, maxEntries);
  const lists = root.children.filter((child) => child.name === "channels");
  return { root: root.attributes, channels: lists.flatMap((list) => list.children.map((child) => child.attributes)) };
}

function jsonTrailer(text: string, maxEntries: number): RawTrailer {
  const root = parseJson(text, maxEntries);
  const { trailer = root } = isJsonObject(root) ? root : {};
  const { channels = [] } = isJsonObject(trailer) ? trailer : {};
  const fields = (value: JsonValue): Fields =>
    new Map(isJsonObject(value) ? Object.entries(value).map(([key, part]) => [key, jsonText(part)]) : []);
  return { root: fields(trailer), channels: Array.isArray(channels) ? channels.map(fields) : [] };
}

const trailerChannelOf = (fields: Fields): TrailerChannel => ({
  index: Number(fields.get("index") ?? Number.NaN),
  samples: integerOf(fields.get("samples")),
  segments: integerOf(fields.get("segments")),
  firstNs: integerOf(fields.get("first_ns")),
  lastNs: integerOf(fields.get("last_ns")),
});
