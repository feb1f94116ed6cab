import type { Channel, InfoEntry, Metablock } from "./channel.ts";
import { channelOf, type Fields, infoOf, metadataOf, requireUniqueIndices } from "./channel-fields.ts";
import { TooManyEntriesError } from "./entry-count.ts";
import { OsfError } from "./errors.ts";
import type { HeaderNote } from "./header-note.ts";
import { isJsonObject, type JsonObject, type JsonValue, jsonText, parseJson } from "./json.ts";
import { decodeLenientText, withoutPadding } from "./text.ts";
import { parseXml, type XmlElement, XmlError } from "./xml.ts";

interface ParsedMetablock {
  readonly metablock: Metablock;
  readonly notes: readonly HeaderNote[];
}

const [openAngle, openBrace] = [0x3c, 0x7b];

/**
 * The metablock; its first byte decides between XML and JSON (§2). `position`: where it starts in the file;
 * `maxEntries`: how many elements and attributes, or values, it may have.
 */
export function parseMetablock(bytes: Uint8Array, position: number, maxEntries: number): ParsedMetablock {
  const { text, replaced } = decodeLenientText(bytes);
  if (bytes[0] !== openAngle && bytes[0] !== openBrace)
    throw new OsfError("metablock-unreadable", "The metablock is neither XML nor JSON", position);
  const raw = withinLimit(position, () =>
    bytes[0] === openAngle ? rawOfXml(text, position, maxEntries) : rawOfJson(text, position, maxEntries),
  );
  const metablock = metablockOf(raw);
  const notes: HeaderNote[] = metablockNotes(raw, metablock);
  if (replaced > 0) notes.unshift({ code: "metablock-text", position, detail: `${replaced} bytes` });
  return { metablock, notes };
}

function withinLimit<T>(position: number, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof TooManyEntriesError)) throw error;
    throw new OsfError("metablock-too-large", `The metablock has ${error.message}`, position);
  }
}

/** What is legal but suspicious, and what was left out. */
function metablockNotes({ infos, position }: RawMetablock, metablock: Metablock): HeaderNote[] {
  const incomplete = infos.length - metablock.infos.length;
  const names = Map.groupBy(metablock.channels, ({ name }) => name);
  const repeated = [...names.values()].flatMap(([, ...others]) => others);
  return [
    ...repeated.map(({ name, index }) => ({
      code: "duplicate-name" as const,
      position,
      channel: index,
      detail: `'${name}'`,
    })),
    ...(incomplete > 0 ? [{ code: "info-incomplete" as const, position, detail: `${incomplete} entries` }] : []),
  ];
}

function rawOfXml(text: string, position: number, maxEntries: number): RawMetablock {
  const root = xmlRoot(text, position, maxEntries);
  const children = (list: string, item: string): Fields[] =>
    childrenOf(root, list).flatMap((group) => childrenOf(group, item).map((element) => element.attributes));
  return {
    encoding: "xml",
    file: root.attributes,
    channels: children("channels", "channel"),
    infos: children("infos", "info"),
    certificates: [],
    position,
  };
}

function xmlRoot(text: string, position: number, maxEntries: number): XmlElement {
  try {
    return parseXml(withoutPadding(text), maxEntries);
  } catch (error) {
    if (!(error instanceof XmlError)) throw error;
    const at = position + new TextEncoder().encode(text.slice(0, error.offset)).length;
    throw new OsfError("metablock-unreadable", `The XML metablock is not readable: ${error.message}`, at);
  }
}

const childrenOf = (element: XmlElement, name: string): XmlElement[] =>
  element.children.filter((child) => child.name === name);

function rawOfJson(text: string, position: number, maxEntries: number): RawMetablock {
  const osf = jsonEnvelope(text, position, maxEntries);
  // The published examples have the file's fields flat, all writers put them under `file` (§3.4).
  const { file: nested, integrity, channels, infos, info } = osf;
  const file = isJsonObject(nested) ? nested : osf;
  const { certificates } = isJsonObject(integrity) ? integrity : {};
  return {
    encoding: "json",
    file: fieldsOf(file, new Set(["format", "channels", "infos", "info", "integrity"])),
    channels: channelObjects(channels, position).map((channel) => fieldsOf(channel)),
    infos: listOf(infos ?? info).map((entry) => fieldsOf(isJsonObject(entry) ? entry : {})),
    certificates: listOf(certificates).filter((certificate) => typeof certificate === "string"),
    position,
  };
}

function jsonEnvelope(text: string, position: number, maxEntries: number): JsonObject {
  let root: JsonValue;
  try {
    root = parseJson(withoutPadding(text), maxEntries);
  } catch (error) {
    if (error instanceof TooManyEntriesError) throw error;
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

/** A channel that cannot be understood must not be left out: its blocks would end reading (§4.3). */
function channelObjects(value: JsonValue | undefined, position: number): readonly JsonObject[] {
  if (value !== undefined && !Array.isArray(value))
    throw new OsfError("metablock-unreadable", "The 'channels' of the JSON metablock are no list", position);
  return listOf(value).map((channel, place) => {
    if (isJsonObject(channel)) return channel;
    throw new OsfError("malformed-channel", `Entry ${place} of the list of channels is no object`, position);
  });
}

/** Keys and raw texts; `null` counts as absent. */
function fieldsOf(object: JsonObject, without: ReadonlySet<string> = new Set()): Fields {
  const entries = Object.entries(object).filter(([key, value]) => value !== null && !without.has(key));
  return new Map(entries.map(([key, value]) => [key, jsonText(value)]));
}
