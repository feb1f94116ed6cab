import type { AlarmInfoRecord } from "../../alarms/alarm.ts";
import type { DeviceRecord } from "../../devices.ts";
import type { FileRecord } from "../../files.ts";

/** What pages show of a device; whoever is logged in gets all of its record [DSH6]. */
export type ShownDevice = Pick<
  DeviceRecord,
  "id" | "name" | "type" | "label" | "deviceProfileId" | "active" | "lastActivityTime" | "alarmSeverity"
>;
export type ShownAlarm = Pick<
  AlarmInfoRecord,
  | "id"
  | "type"
  | "severity"
  | "startTs"
  | "endTs"
  | "clearTs"
  | "cleared"
  | "acknowledged"
  | "originator"
  | "originatorDisplayName"
> & {
  /** The values that caused it: for whoever is logged in only. */
  readonly details?: AlarmInfoRecord["details"];
};
export type ShownFile = Pick<FileRecord, "name" | "tag" | "startTime" | "endTime" | "size"> & Partial<FileRecord>;

/** A value keeps its JSON type; integers of 64 bits have all their digits. */
type Value = unknown;

/** The devices that some questions are about, before what is said of them. */
export interface DevicesLine {
  readonly type: "devices";
  readonly queries: readonly string[];
  readonly devices: readonly ShownDevice[];
}

interface OfSeries {
  readonly type: "series";
  readonly query: string;
  readonly deviceId: string;
  readonly key: string;
}

/** Points, or one value per interval; more lines of the same series go on where it ended. */
export interface PointsLine extends OfSeries {
  readonly form: "POINTS" | "BUCKETS" | "CHANGES";
  readonly ts: readonly number[];
  readonly values: readonly Value[];
}

/** Zoomed out: what lies within each part of the time; parts without a number are not there. */
export interface EnvelopeLine extends OfSeries {
  readonly form: "ENVELOPE";
  readonly interval: number;
  readonly ts: readonly number[];
  readonly min: readonly Value[];
  readonly max: readonly Value[];
  readonly avg: readonly Value[];
}

/** Behind CHANGES: times in which nothing was measured, from `ts` to `until`, where so much is known. */
export interface GapsLine extends OfSeries {
  readonly form: "GAPS";
  readonly ts: readonly number[];
  readonly until: readonly number[];
  /** The last point. */
  readonly lastTs: number;
  /** Points that are no further apart belong together: after more, nothing is known any more. */
  readonly joinedMs: number;
}

/** Nothing in the time of the page; when there was something last, or null. */
export interface EmptyLine extends OfSeries {
  readonly form: "EMPTY";
  readonly lastTs: number | null;
  /** Points in the time of the page that are no numbers: no line can be drawn of them. */
  readonly notNumbers: number;
}

export interface LatestLine {
  readonly type: "latest";
  readonly query: string;
  readonly deviceId: string;
  readonly values: Readonly<Record<string, { readonly ts: number; readonly value: Value }>>;
}

export interface AttributesLine {
  readonly type: "attributes";
  readonly query: string;
  readonly deviceId: string;
  readonly values: Readonly<Record<string, { readonly lastUpdateTs: number; readonly value: Value }>>;
}

export interface AlarmsLine {
  readonly type: "alarms";
  readonly query: string;
  readonly alarms: readonly ShownAlarm[];
  readonly total: number;
}

export interface FilesLine {
  readonly type: "files";
  readonly query: string;
  readonly deviceId: string;
  readonly files: readonly ShownFile[];
  readonly total: number;
}

/** One question cannot be answered, and why; the others are [DSH4]. */
export interface ProblemLine {
  readonly type: "problem";
  readonly query: string;
  readonly code: string;
  readonly message: string;
  readonly params: Readonly<Record<string, string | number>>;
}

/** All is said about a question. */
export interface DoneLine {
  readonly type: "done";
  readonly query: string;
}

/** The answer is whole: without this line it was cut off. */
export interface EndLine {
  readonly type: "end";
}

/** One line of the answer to `DataRequest`. */
export type DataLine =
  | DevicesLine
  | PointsLine
  | EnvelopeLine
  | GapsLine
  | EmptyLine
  | LatestLine
  | AttributesLine
  | AlarmsLine
  | FilesLine
  | ProblemLine
  | DoneLine
  | EndLine;
