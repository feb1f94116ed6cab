import type { DataType } from "./data-type.ts";

/** A channel as the metablock declares it (§3.2). */
export interface Channel {
  /** The key blocks refer to; usually, but not always, the position in the list. */
  readonly index: number;
  readonly name: string;
  /** Undefined: a removed or unknown type; blocks of such a channel are skipped and counted. */
  readonly datatype: DataType | undefined;
  /** The type as written in the file, e.g. `bytearray` or `gpsdata`. */
  readonly declaredType: string;
  /** Values per sample: 1, 3 for `gpslocation`, rows × columns for vectors and matrices. */
  readonly width: number;
  /** Shape as written: `scalar`, `vector`, `matrix`, `binary`; says nothing about time. */
  readonly channelType: string;
  /** Width of the length field of this channel's blocks. */
  readonly lengthSize: 2 | 4;
  /** A hint only; the rate that counts is in the start block. */
  readonly timeIncrementNs: bigint;
  /** Verbatim, spaces included. */
  readonly unit: string;
  readonly dimension: string;
  readonly displayName: string;
  readonly comment: string;
  readonly reference: string;
  readonly mimeType: string;
  /** The true time of a value that was re-stamped when the file was opened (§3.5). */
  readonly ancientUtc: string | undefined;
  /** Everything the metablock said about the channel, as text; unknown keys survive a round trip here. */
  readonly attributes: ReadonlyMap<string, string>;
}

/** One entry of the list of additional information (§3.3). */
export interface InfoEntry {
  readonly name: string;
  readonly value: string;
  readonly datatype: string;
  readonly unit: string;
}

/** File-level fields (§3.1). Absent text is empty. */
export interface FileMetadata {
  /** As written: ISO 8601, or milliseconds since 1970 in very old files. */
  readonly createdUtc: string;
  readonly creator: string;
  readonly reason: string;
  readonly tag: string;
  readonly comment: string;
  readonly namespaceSeparator: string;
  readonly fileUuid: string;
  readonly latitude: number | undefined;
  readonly longitude: number | undefined;
  readonly altitude: number | undefined;
  /** Everything the metablock said about the file, as text. */
  readonly attributes: ReadonlyMap<string, string>;
}

/** What a metablock says, whether it was XML or JSON. */
export interface Metablock {
  readonly encoding: "xml" | "json";
  readonly metadata: FileMetadata;
  readonly channels: readonly Channel[];
  readonly infos: readonly InfoEntry[];
  /** Base64 DER certificates, leaf first (§10.4). */
  readonly certificates: readonly string[];
}
