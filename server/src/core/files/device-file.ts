import type { DeviceId, FileId } from "../../kernel/ids.ts";
import { type EpochMs, epochMs } from "../../kernel/time.ts";
import { startTimeOfName } from "./file-name.ts";
import type { StorageStatus } from "./storage-status.ts";

/** What makes two files of a device the same one [FILE1]. */
export interface FileKey {
  readonly tag: string;
  readonly name: string;
}

/** The key as one text; neither part can have a line break in it. */
export const keyTextOf = ({ tag, name }: FileKey): string => `${tag}\n${name}`;

/** What a device says about a file it has. */
export interface AnnouncedFile extends FileKey {
  readonly size: number | null;
  readonly startTime: EpochMs | null;
  readonly endTime: EpochMs | null;
}

/** NONE: not named like OSF [FILE3]. */
type Processing = "PENDING" | "DONE" | "FAILED" | "NONE";

/** The bytes the server holds. */
export interface FileContent {
  readonly sha256: string;
  readonly size: number;
  readonly receivedTime: EpochMs;
  /** What was found wrong with the bytes on the disk [REL5]. */
  readonly damage?: string;
}

/** What reading the content brought [FILE7]. */
export interface FileFindings {
  readonly processing: Processing;
  readonly error: string | null;
  readonly startTime: EpochMs | null;
  readonly endTime: EpochMs | null;
  readonly channelCount: number | null;
  readonly sampleCount: number | null;
}

/** As the device listed it; null where it did not say. */
export interface ListedFacts {
  readonly size: number | null;
  readonly startTime: EpochMs | null;
  readonly endTime: EpochMs | null;
  /** Which answer to LIST_FILES named it last: those of its range that were not named are gone [FILE2]. */
  readonly listing: string | null;
}

export interface DeviceFile extends FileKey {
  readonly id: FileId;
  readonly deviceId: DeviceId;
  readonly status: StorageStatus;
  readonly createdTime: EpochMs;
  readonly listed: ListedFacts;
  readonly content: FileContent | null;
  readonly findings: FileFindings;
}

export const notListed: ListedFacts = { size: null, startTime: null, endTime: null, listing: null };

export const nothingFound: FileFindings = {
  processing: "NONE",
  error: null,
  startTime: null,
  endTime: null,
  channelCount: null,
  sampleCount: null,
};

/** The device's own start time, by which a list covers a file; null: no list ever does [FILE2]. */
export const deviceStartTimeOf = ({ listed, name }: Pick<DeviceFile, "listed" | "name">): EpochMs | null =>
  listed.startTime ?? startTimeOfName(name);

/** From the content, else the device's list, else the name, else the arrival; a point where no end is known [FILE3]. */
export function timesOf(file: Pick<DeviceFile, "findings" | "listed" | "name" | "content" | "createdTime">): {
  readonly startTime: EpochMs;
  readonly endTime: EpochMs;
} {
  const { findings, listed } = file;
  if (findings.startTime !== null) return span(findings.startTime, findings.endTime);
  const startTime = deviceStartTimeOf(file);
  if (startTime !== null) return span(startTime, listed.endTime);
  return span(file.content?.receivedTime ?? file.createdTime, null);
}

const span = (startTime: EpochMs, endTime: EpochMs | null) => ({
  startTime,
  endTime: epochMs(Math.max(startTime, endTime ?? startTime)),
});

export const sizeOf = ({ content, listed }: Pick<DeviceFile, "content" | "listed">): number | null =>
  content?.size ?? listed.size;
