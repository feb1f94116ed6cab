/** As in the contract, which this branch does not have yet. */
export interface FileRecord {
  readonly name: string;
  readonly tag: string;
  readonly startTime: number;
  readonly endTime: number;
  readonly size: number | null;
  readonly storageStatus: number;
  readonly createdTime: number;
  readonly sha256: string | null;
  readonly processing: "PENDING" | "DONE" | "FAILED" | "NONE";
  readonly error: string | null;
  readonly channelCount: number | null;
  readonly sampleCount: number | null;
}

export interface ChannelRecord {
  readonly index: number;
  readonly name: string;
  readonly displayName: string;
  readonly unit: string;
  readonly datatype: string;
  readonly width: number;
  readonly sampleCount: number;
  readonly startTime: number | null;
  readonly endTime: number | null;
  readonly min: number | null;
  readonly max: number | null;
}

export interface PreviewRecord {
  readonly bucketWidth: number;
  readonly startTime: readonly number[];
  readonly count: readonly number[];
  readonly gapBefore: readonly boolean[];
  readonly min: readonly (number | null)[];
  readonly max: readonly (number | null)[];
  readonly first: readonly (number | null)[];
  readonly last: readonly (number | null)[];
}
