import type { Channel, InfoEntry } from "../format/channel.ts";
import { channelOf } from "../format/channel-fields.ts";
import type { DataType } from "../format/data-type.ts";
import { OsfError } from "../format/errors.ts";
import type { OsfVersion } from "../format/magic-line.ts";
import type { StringBlocks } from "../format/string-blocks.ts";
import type { ReadableChannel } from "../read/samples/batch.ts";

/** A channel to be written. */
export interface ChannelSpec {
  readonly name: string;
  readonly datatype: DataType;
  readonly unit?: string;
  readonly dimension?: string;
  readonly displayName?: string;
  readonly comment?: string;
  readonly reference?: string;
  /** For binary channels. */
  readonly mimeType?: string;
  /** The usual distance of samples; put it on equidistant channels, some readers decide by it. */
  readonly timeIncrementNs?: bigint;
  /** Width of the length field. Default: 4 for string and binary, else 2 (blocks up to 65 535 bytes). */
  readonly lengthSize?: 2 | 4;
  /** For string and binary channels; default: as the file's `strings`. */
  readonly strings?: StringBlocks;
  /** Further keys of the metablock, as text. */
  readonly attributes?: ReadonlyMap<string, string>;
}

/** What a file is to be like. */
export interface WriteOptions {
  readonly channels: readonly ChannelSpec[];
  /** Default 5. */
  readonly version?: OsfVersion;
  /** Protect metablock and blocks with CRC32C; OSF5 only. Default false. */
  readonly crc?: boolean;
  /** Default: now. */
  readonly createdUtc?: Date | string;
  readonly creator?: string;
  /** Default `default`. */
  readonly tag?: string;
  readonly reason?: string;
  readonly comment?: string;
  readonly fileUuid?: string;
  readonly infos?: readonly InfoEntry[];
  /** Further file-level keys of the metablock, as text. */
  readonly attributes?: ReadonlyMap<string, string>;
  /** The block type of string and binary values. Default: what most programs read, `messages` for texts in OSF4, else `stamped`. */
  readonly strings?: StringBlocks;
  /** OSF4 only: close the file with an info block and a magic trailer. Default false. */
  readonly trailer?: boolean;
  /** Allow equidistant blocks of every number type; other programs write float and double only. Default false. */
  readonly anyEquidistantType?: boolean;
}

export const isVariable = (datatype: DataType): boolean => datatype === "string" || datatype === "binary";

/** The channels as a reader will see them: indices count from 0. */
export function plannedChannels(specs: readonly ChannelSpec[]): ReadableChannel[] {
  if (specs.length > 65_534) throw new OsfError("not-writable", "A file has at most 65534 channels");
  return specs.map((spec, index) => ({ ...channelOf(channelFields(spec, index), 0), datatype: spec.datatype }));
}

/** Keys of the metablock in the order they are written; what is not set is left out. */
export function channelFields(spec: ChannelSpec, index: number): Map<string, string> {
  const lengthSize = spec.lengthSize ?? (isVariable(spec.datatype) ? 4 : 2);
  const fields = new Map([
    ["index", String(index)],
    ["name", spec.name],
    ["channeltype", spec.attributes?.get("channeltype") ?? "scalar"],
    ["datatype", spec.datatype],
    ["sizeoflengthvalue", String(lengthSize)],
  ]);
  const optional: readonly (readonly [string, string | undefined])[] = [
    ["timeincrement", spec.timeIncrementNs === undefined ? undefined : String(spec.timeIncrementNs)],
    ["physicalunit", spec.unit],
    ["physicaldimension", spec.dimension],
    ["displayname", spec.displayName],
    ["comment", spec.comment],
    ["reference", spec.reference],
    ["mimetype", spec.mimeType],
  ];
  for (const [key, value] of optional) if (value !== undefined) fields.set(key, value);
  for (const [key, value] of spec.attributes ?? []) if (!fields.has(key)) fields.set(key, value);
  return fields;
}

/** A channel of a file that was read, to be written again with everything that is known about it. */
export function specOf(channel: Channel & { readonly datatype: DataType }): ChannelSpec {
  const { name, datatype, unit, timeIncrementNs, attributes } = channel;
  const lengthSize = isVariable(datatype) ? 4 : channel.lengthSize;
  const isTimed = attributes.has("timeincrement");
  return { name, datatype, unit, lengthSize, attributes, ...(isTimed ? { timeIncrementNs } : {}) };
}
