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
