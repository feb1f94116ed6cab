import type { FileRecord } from "@heliograph/contract";
import { type DeviceFile, sizeOf, timesOf } from "../../../core/files/index.ts";

export const fileRecordOf = (file: DeviceFile): FileRecord => ({
  name: file.name,
  tag: file.tag,
  ...timesOf(file),
  size: sizeOf(file),
  storageStatus: file.status,
  createdTime: file.content?.receivedTime ?? file.createdTime,
  sha256: file.content?.sha256 ?? null,
  processing: file.findings.processing,
  error: file.content?.damage ?? file.findings.error,
  channelCount: file.findings.channelCount,
  sampleCount: file.findings.sampleCount,
});
