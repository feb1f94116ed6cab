import type { InfoEntry } from "../format/channel.ts";
import { type ChannelSpec, channelFields, type WriteOptions } from "./channel-spec.ts";
import { withDeclaredPrefixes, xmlName } from "./xml-names.ts";

type Fields = ReadonlyMap<string, string>;

/** Keys whose value is a number in JSON; every other text that reads as a plain number is one too, names excepted. */
const textKeys = new Set([
  "name",
  "creator",
  "tag",
  "reason",
  "comment",
  "displayname",
  "reference",
  "physicalunit",
  "physicaldimension",
]);

/** File-level keys (§3.1); the ones every file has come first. */
function fileFields(options: WriteOptions): Map<string, string> {
  const fields = new Map([
    ["created_utc", createdText(options.createdUtc || new Date())],
    ["creator", options.creator || "heliograph"],
    ["tag", options.tag || "default"],
  ]);
  const optional: readonly (readonly [string, string | undefined])[] = [
    ["reason", options.reason],
    ["comment", options.comment],
    ["file_uuid", options.fileUuid],
  ];
  for (const [key, value] of optional) if (value !== undefined) fields.set(key, value);
  for (const [key, value] of options.attributes ?? []) if (!fields.has(key)) fields.set(key, value);
  fields.delete("version");
  return fields;
}

/** `YYYY-MM-DDTHH:MM:SSZ` (§8.2), also for the milliseconds since 1970 of very old files; other text stays as it is. */
function createdText(created: Date | string): string {
  const date = typeof created === "string" && /^\d{1,15}$/.test(created) ? new Date(Number(created)) : created;
  return typeof date === "string" ? date : `${date.toISOString().slice(0, 19)}Z`;
}

/** OSF4: XML with the root `optimeas`, because two reference readers refuse any other (§3.4). */
export function xmlMetablock(options: WriteOptions): string {
  const channels = options.channels.map((spec, index) => xmlChannelFields(spec, index));
  const infos = (options.infos ?? []).map(infoFields);
  const root = withDeclaredPrefixes(fileFields(options), channels);
  return [
    `<?xml version="1.0" encoding="UTF-8"?>\n<optimeas${xmlAttributes(root)}>\n`,
    `  <channels count="${channels.length}">\n${elements("channel", channels)}  </channels>\n`,
    infos.length > 0 ? `  <infos>\n${elements("info", infos)}  </infos>\n` : "",
    "</optimeas>\n",
  ].join("");
}

const elements = (name: string, list: readonly Fields[]): string =>
  list.map((fields) => `    <${name}${xmlAttributes(fields)}/>\n`).join("");

function xmlChannelFields(spec: ChannelSpec, index: number): Fields {
  const fields = channelFields(spec, index);
  return fields.has("physicalunit") ? fields : fields.set("physicalunit", ""); // the oldest reader wants it (§15)
}

/** OSF5: JSON with the envelope `osf` and the file's keys under `file` (§3.4). */
export function jsonMetablock(options: WriteOptions): string {
  const channels = options.channels.map((spec, index) => jsonObject(channelFields(spec, index)));
  const infos = (options.infos ?? []).map((info) => jsonObject(infoFields(info), new Set(["value"])));
  const list = infos.length > 0 ? `,"infos":[${infos.join(",")}]` : "";
  const file = jsonObject(fileFields(options));
  return `{"osf":{"format":"osf5","version":5,"file":${file},"channels":[${channels.join(",")}]${list}}}`;
}

function infoFields({ name, value, datatype, unit }: InfoEntry): Fields {
  const fields = new Map([
    ["name", name],
    ["value", value],
    ["datatype", datatype],
  ]);
  return unit === "" ? fields : fields.set("physicalunit", unit);
}

/** Keys that came from JSON and cannot be names in XML are left out. */
export function xmlAttributes(fields: Fields): string {
  return [...fields]
    .filter(([key]) => xmlName.test(key))
    .map(([key, value]) => ` ${key}="${xmlEscaped(value)}"`)
    .join("");
}

const xmlNames: ReadonlyMap<string, string> = new Map([
  ["&", "&amp;"],
  ['"', "&quot;"],
  ["<", "&lt;"],
  [">", "&gt;"],
  ["\t", "&#9;"],
  ["\n", "&#10;"],
  ["\r", "&#13;"],
]);

/** Other control characters cannot stand in XML at all; they become the replacement character. */
const xmlEscaped = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones to be replaced
  text.replace(/[&"<>\x00-\x1f]/g, (character) => xmlNames.get(character) ?? "\ufffd");

function jsonObject(fields: Fields, alsoText: ReadonlySet<string> = new Set()): string {
  const isText = (key: string, value: string): boolean =>
    textKeys.has(key) || alsoText.has(key) || !isPlainNumber(value);
  const parts = [...fields].map(
    ([key, value]) => `${JSON.stringify(key)}:${isText(key, value) ? JSON.stringify(value) : value}`,
  );
  return `{${parts.join(",")}}`;
}

/** Integers of any size and decimals that print the same again: what a program would have written as a number. */
const isPlainNumber = (text: string): boolean =>
  /^(0|-?[1-9]\d{0,18})$/.test(text) || (/^-?\d+\.\d+$/.test(text) && String(Number(text)) === text);
