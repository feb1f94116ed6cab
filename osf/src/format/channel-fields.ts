import type { Channel, FileMetadata, InfoEntry } from "./channel.ts";
import { maxChannelIndex } from "./control.ts";
import { type DataType, dataTypeOf, elementTypeOf, ownWidthOf } from "./data-type.ts";
import { OsfError } from "./errors.ts";

// The logical content of a metablock is the same in XML and JSON; both arrive here as text fields (§3).

export type Fields = ReadonlyMap<string, string>;

const maxWidth = 1 << 20;
const shapes = new Set(["vector", "matrix"]);

/** A channel from its fields. `position`: where the metablock lies, for the error message. */
export function channelOf(fields: Fields, position: number): Channel {
  const name = fields.get("name");
  const declaredType = fields.get("datatype");
  if (name === undefined || declaredType === undefined) {
    throw new OsfError("malformed-channel", `A channel without ${name === undefined ? "name" : "datatype"}`, position);
  }
  const channelType = textOf(fields, "channeltype") || "scalar";
  const datatype = channelType === "binary" ? "binary" : dataTypeOf(declaredType);
  return {
    index: indexOf(fields, name, position),
    name,
    datatype,
    declaredType,
    width: widthOf(fields, channelType, datatype),
    channelType,
    lengthSize: lengthSizeOf(fields, name, position),
    timeIncrementNs: integerOf(fields.get("timeincrement")) ?? 0n,
    unit: textOf(fields, "physicalunit"),
    dimension: textOf(fields, "physicaldimension"),
    displayName: textOf(fields, "displayname"),
    comment: textOf(fields, "comment", "description"),
    reference: textOf(fields, "reference", "user_reference"),
    mimeType: textOf(fields, "mimetype"),
    ancientUtc: fields.get("ancient_utc"),
    attributes: fields,
  };
}

/** Refuses a list in which two channels share an index: their blocks could not be told apart (§7). */
export function requireUniqueIndices(channels: readonly Channel[], position: number): void {
  const seen = new Set<number>();
  for (const { index } of channels) {
    if (seen.has(index)) throw new OsfError("malformed-channel", `Two channels have the index ${index}`, position);
    seen.add(index);
  }
}

export function metadataOf(fields: Fields): FileMetadata {
  return {
    createdUtc: textOf(fields, "created_utc"),
    creator: textOf(fields, "creator"),
    reason: textOf(fields, "reason"),
    tag: textOf(fields, "tag"),
    comment: textOf(fields, "comment"),
    namespaceSeparator: fields.get("namespacesep") ?? ".",
    fileUuid: textOf(fields, "file_uuid"),
    latitude: numberOf(fields.get("created_at_latitude") ?? fields.get("latitude")),
    longitude: numberOf(fields.get("created_at_longitude") ?? fields.get("longitude")),
    altitude: numberOf(fields.get("created_at_altitude") ?? fields.get("altitude")),
    attributes: fields,
  };
}

/** An info entry, or undefined when name or value is missing. */
export function infoOf(fields: Fields): InfoEntry | undefined {
  const [name, value] = [fields.get("name"), fields.get("value")];
  if (name === undefined || value === undefined) return undefined;
  return {
    name,
    value,
    datatype: textOf(fields, "datatype") || "string",
    unit: textOf(fields, "physicalunit", "unit"),
  };
}

function indexOf(fields: Fields, name: string, position: number): number {
  const index = numberOf(fields.get("index")) ?? Number.NaN;
  if (Number.isInteger(index) && index >= 0 && index <= maxChannelIndex) return index;
  throw new OsfError("malformed-channel", `Channel '${name}' has no valid index (0 to ${maxChannelIndex})`, position);
}

function lengthSizeOf(fields: Fields, name: string, position: number): 2 | 4 {
  const size = fields.get("sizeoflengthvalue") ?? "2";
  if (size.trim() === "2") return 2;
  if (size.trim() === "4") return 4;
  throw new OsfError("malformed-channel", `Channel '${name}': sizeoflengthvalue is '${size}', not 2 or 4`, position);
}

/** Values per sample; vectors and matrices of numbers have rows × columns (§5, our reading: no layout is published). */
function widthOf(fields: Fields, channelType: string, datatype: DataType | undefined): number {
  if (datatype === undefined) return 1;
  if (!shapes.has(channelType) || elementTypeOf(datatype) === undefined) return ownWidthOf(datatype);
  const cells = (numberOf(fields.get("rows")) ?? 1) * (numberOf(fields.get("columns")) ?? 1);
  const isUsable = Number.isInteger(cells) && cells > 1 && cells <= maxWidth;
  return isUsable && datatype !== "gpslocation" ? cells : ownWidthOf(datatype);
}

function textOf(fields: Fields, ...keys: readonly string[]): string {
  for (const key of keys) {
    const value = fields.get(key);
    if (value !== undefined && value !== "") return value;
  }
  return "";
}

function numberOf(text: string | undefined): number | undefined {
  if (text === undefined || text.trim() === "") return undefined;
  const value = Number(text);
  return Number.isNaN(value) ? undefined : value;
}

/** A decimal integer of any size; device files also write increments as `1e6` or `10.0`. */
export function integerOf(text: string | undefined): bigint | undefined {
  const trimmed = text?.trim() ?? "";
  if (/^[-+]?\d{1,19}$/.test(trimmed)) return BigInt(trimmed.replace(/^\+/, ""));
  const value = trimmed === "" ? Number.NaN : Number(trimmed);
  return Number.isSafeInteger(Math.trunc(value)) ? BigInt(Math.trunc(value)) : undefined;
}
