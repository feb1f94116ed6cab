import type { Channel, InfoEntry, Metablock } from "./channel.ts";
import { channelOf, type Fields, infoOf, metadataOf, requireUniqueIndices } from "./channel-fields.ts";
import { OsfError } from "./errors.ts";
import { isJsonObject, type JsonObject, type JsonValue, jsonText, parseJson } from "./json.ts";
import { decodeLenientText, withoutPadding } from "./text.ts";
import { parseXml, type XmlElement, XmlError } from "./xml.ts";

interface ParsedMetablock {
  readonly metablock: Metablock;
  /** Bytes that were not UTF-8 and were taken as Windows-1252. */
  readonly replacedBytes: number;
}

const [openAngle, openBrace] = [0x3c, 0x7b];

/** The metablock; its first byte decides between XML and JSON (§2). `position`: where it starts in the file. */
export function parseMetablock(bytes: Uint8Array, position: number): ParsedMetablock {
  const { text, replaced } = decodeLenientText(bytes);
  if (bytes[0] === openAngle) return { metablock: metablockOfXml(text, position), replacedBytes: replaced };
  if (bytes[0] === openBrace) return { metablock: metablockOfJson(text, position), replacedBytes: replaced };
  throw new OsfError("metablock-unreadable", "The metablock is neither XML nor JSON", position);
}

function metablockOfXml(text: string, position: number): Metablock {
  const root = xmlRoot(text, position);
  const children = (list: string, item: string): Fields[] =>
    childrenOf(root, list).flatMap((group) => childrenOf(group, item).map((element) => element.attributes));
  return metablockOf({
    encoding: "xml",
    file: root.attributes,
    channels: children("channels", "channel"),
    infos: children("infos", "info"),
    certificates: [],
    position,
  });
}

function xmlRoot(text: string, position: number): XmlElement {
  try {
    return parseXml(withoutPadding(text));
  } catch (error) {
    if (!(error instanceof XmlError)) throw error;
    const at = position + new TextEncoder().encode(text.slice(0, error.offset)).length;
    throw new OsfError("metablock-unreadable", `The XML metablock is not readable: ${error.message}`, at);
  }
}

const childrenOf = (element: XmlElement, name: string): XmlElement[] =>
  element.children.filter((child) => child.name === name);

function metablockOfJson(text: string, position: number): Metablock {
  const osf = jsonEnvelope(text, position);
  // The published examples have the file's fields flat, all writers put them under `file` (§3.4).
  const { file: nested, integrity, channels, infos, info } = osf;
  const file = isJsonObject(nested) ? nested : osf;
  const { certificates } = isJsonObject(integrity) ? integrity : {};
  return metablockOf({
    encoding: "json",
    file: fieldsOf(file, new Set(["format", "channels", "infos", "info", "integrity"])),
    channels: objectsOf(channels).map((channel) => fieldsOf(channel)),
    infos: objectsOf(infos ?? info).map((entry) => fieldsOf(entry)),
    certificates: listOf(certificates).filter((certificate) => typeof certificate === "string"),
    position,
  });
}

function jsonEnvelope(text: string, position: number): JsonObject {
  let root: JsonValue;
  try {
    root = parseJson(withoutPadding(text));
  } catch (error) {
    const reason = error instanceof Error ? error.message : "unknown reason";
    throw new OsfError("metablock-unreadable", `The JSON metablock is not readable: ${reason}`, position);
  }
  const { osf } = isJsonObject(root) ? root : {};
  if (isJsonObject(osf)) return osf;
  throw new OsfError("metablock-unreadable", "The JSON metablock has no 'osf' object", position);
}

interface RawMetablock {
  readonly encoding: "xml" | "json";
  readonly file: Fields;
  readonly channels: readonly Fields[];
  readonly infos: readonly Fields[];
  readonly certificates: readonly string[];
  readonly position: number;
}

function metablockOf(raw: RawMetablock): Metablock {
  const channels: Channel[] = raw.channels.map((fields) => channelOf(fields, raw.position));
  requireUniqueIndices(channels, raw.position);
  const infos = raw.infos.map(infoOf).filter((info): info is InfoEntry => info !== undefined);
  return { encoding: raw.encoding, metadata: metadataOf(raw.file), channels, infos, certificates: raw.certificates };
}

const listOf = (value: JsonValue | undefined): readonly JsonValue[] => (Array.isArray(value) ? value : []);

const objectsOf = (value: JsonValue | undefined): readonly JsonObject[] => listOf(value).filter(isJsonObject);

/** Keys and raw texts; `null` counts as absent. */
function fieldsOf(object: JsonObject, without: ReadonlySet<string> = new Set()): Fields {
  const entries = Object.entries(object).filter(([key, value]) => value !== null && !without.has(key));
  return new Map(entries.map(([key, value]) => [key, jsonText(value)]));
}
