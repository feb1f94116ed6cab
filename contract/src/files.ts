import { type Static, Type } from "typebox";
import { projectChoice } from "./devices.ts";
import { entityId } from "./ids.ts";
import { nullable } from "./nullable.ts";
import { pageQuery } from "./paging.ts";
import { lineText, withoutNul } from "./text.ts";
import { Timestamp } from "./time.ts";

const largestTs = 8_640_000_000_000_000;
const fileName = Type.String({
  minLength: 1,
  maxLength: 1_024,
  ...withoutNul,
  description: "Name of the file, with its path parts",
  examples: ["/sde/preview/20220629/20220629_115750.osfz"],
});
const tag = Type.String({
  minLength: 1,
  maxLength: 255,
  ...withoutNul,
  description: "Timeline of the file",
  examples: ["preview"],
});

/** A file of a device [FILE3]. */
export const FileRecord = Type.Object({
  name: fileName,
  tag,
  startTime: Timestamp,
  endTime: Timestamp,
  size: nullable(Type.Integer({ description: "Bytes; null where the device did not say", examples: [183_224] })),
  storageStatus: Type.Integer({
    minimum: 0,
    maximum: 3,
    description: "0 only on the device, 1 requested, 2 only on the server, 3 on both",
    examples: [3],
  }),
  createdTime: Type.Integer({
    description: "When the server received it, or heard of it; Unix milliseconds",
    examples: [1794700800000],
  }),
  sha256: nullable(Type.String({ description: "Of the content, in hexadecimal; null when it is not on the server" })),
  processing: Type.Enum(["PENDING", "DONE", "FAILED", "NONE"], {
    description: "How far the content was read; NONE: it is not named like an OSF file",
    examples: ["DONE"],
  }),
  error: nullable(
    Type.String({ description: "Why reading the content failed, or what is wrong with its bytes on the server" }),
  ),
  channelCount: nullable(Type.Integer({ examples: [12] })),
  sampleCount: nullable(Type.Integer({ examples: [864_000] })),
});
export type FileRecord = Static<typeof FileRecord>;

const time = (description: string) =>
  Type.Integer({ minimum: -largestTs, maximum: largestTs, description, examples: [1794700800000] });

export const FileListQuery = Type.Object({
  ...pageQuery,
  startTime: Type.Optional(time("Only files that reach past this moment; Unix milliseconds")),
  endTime: Type.Optional(time("Only files that begin before this moment; Unix milliseconds")),
  includeRemote: Type.Optional(
    Type.Boolean({ default: false, description: "Also those the server does not hold: only known, or requested" }),
  ),
  tag: Type.Optional(tag),
  textSearch: Type.Optional(lineText("Part of the name; case does not matter", "20220629")),
});

/** The newest files of all devices, page by page: there may be millions, so nobody counts them. */
export const NewestFilesQuery = Type.Object({
  projectId: Type.Optional(projectChoice),
  textSearch: Type.Optional(lineText("Part of the name; case does not matter", "20220629")),
  tag: Type.Optional(tag),
  cursor: Type.Optional(
    Type.String({
      pattern: "^\\d{1,16}-[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$",
      "x-must": "must be the `next` of the page before",
      description: "`next` of the page before",
      examples: ["1794700800000-784f394c-42b6-435a-983c-b7beff2784f9"],
    }),
  ),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 200, default: 50, description: "At most so many", examples: [50] }),
  ),
});

/** A file, and whose it is. */
export const NewestFile = Type.Object({
  ...FileRecord.properties,
  deviceId: entityId("DEVICE"),
  deviceName: Type.String({ examples: ["logger-0042"] }),
});
export type NewestFile = Static<typeof NewestFile>;

export const NewestFiles = Type.Object({
  data: Type.Array(NewestFile, { description: "What came last first" }),
  next: nullable(
    Type.String({
      description: "Where older ones go on; a page may have fewer than asked for, or none, and still have one",
      examples: ["1794700800000-784f394c-42b6-435a-983c-b7beff2784f9"],
    }),
  ),
});

export const FileSelection = Type.Object({ name: fileName, tag: Type.Optional(tag) });

export const DownloadQuery = Type.Object({ tag: Type.Optional(tag) });
/** What step 1 of a download takes [FILE5]. */
export const DownloadNames = Type.Array(fileName, { minItems: 1, description: "Names of files on the server" });

const isoTime = (description: string, example: string) =>
  Type.String({ maxLength: 64, description, examples: [example] });

/** [CMD1] */
export const ListRequest = Type.Object({
  startTime: isoTime("ISO 8601; without an offset it is UTC", "2026-11-14T00:00:00Z"),
  endTime: isoTime("ISO 8601; without an offset it is UTC", "2026-11-15T00:00:00Z"),
  tag: Type.Optional(tag),
});

/** [CMD2] */
export const FilesRequest = Type.Object({
  names: Type.Array(fileName, { minItems: 1, maxItems: 1_000, description: "Names the device announced" }),
  tag: Type.Optional(tag),
});
