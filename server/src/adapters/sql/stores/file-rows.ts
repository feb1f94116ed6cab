import type { Kysely } from "kysely";
import {
  baseNameOf,
  type DeviceFile,
  deviceStartTimeOf,
  type FileFindings,
  type OwnedFile,
  timesOf,
} from "../../../core/files/index.ts";
import type { DeviceId, FileId, TenantId } from "../../../kernel/ids.ts";
import { foldCase } from "../../../kernel/text.ts";
import { type EpochMs, epochMs } from "../../../kernel/time.ts";
import type { Tables } from "../tables.ts";

type Row = Tables["files"];

/** Times and the base name are put beside what they come from: queries look for them. */
export function fileRowOf(file: DeviceFile, tenantId: TenantId): Row {
  const { startTime, endTime } = timesOf(file);
  return {
    id: file.id,
    device_id: file.deviceId,
    tenant_id: tenantId,
    tag: file.tag,
    name: file.name,
    base_name: baseNameOf(file.name),
    search_text: foldCase(file.name),
    status: file.status,
    created_time: file.createdTime,
    listed_size: file.listed.size,
    listed_start: file.listed.startTime,
    listed_end: file.listed.endTime,
    listing: file.listed.listing,
    sha256: file.content?.sha256 ?? null,
    size: file.content?.size ?? null,
    received_time: file.content?.receivedTime ?? null,
    damage: file.content?.damage ?? null,
    ...findingColumns(file.findings),
    device_start: deviceStartTimeOf(file),
    start_time: startTime,
    end_time: endTime,
  };
}

export const findingColumns = (findings: FileFindings) => ({
  processing: findings.processing,
  error: findings.error,
  content_start: findings.startTime,
  content_end: findings.endTime,
  channel_count: findings.channelCount,
  sample_count: findings.sampleCount,
});

const timeOf = (time: number | null): EpochMs | null => (time === null ? null : epochMs(time));

export const fileOf = (row: Row): DeviceFile => ({
  id: row.id as FileId,
  deviceId: row.device_id as DeviceId,
  tag: row.tag,
  name: row.name,
  status: row.status as DeviceFile["status"],
  createdTime: epochMs(row.created_time),
  listed: {
    size: row.listed_size,
    startTime: timeOf(row.listed_start),
    endTime: timeOf(row.listed_end),
    listing: row.listing,
  },
  content: contentOf(row),
  findings: {
    processing: row.processing as FileFindings["processing"],
    error: row.error,
    startTime: timeOf(row.content_start),
    endTime: timeOf(row.content_end),
    channelCount: row.channel_count,
    sampleCount: row.sample_count,
  },
});

function contentOf({ sha256, size, received_time, damage }: Row): DeviceFile["content"] {
  if (sha256 === null || size === null || received_time === null) return null;
  return { sha256, size, receivedTime: epochMs(received_time), ...(damage !== null && { damage }) };
}

/** Files with the tenant of their device. */
export const ownedFiles = (db: Kysely<Tables>) =>
  db
    .selectFrom("files")
    .innerJoin("devices", "devices.id", "files.device_id")
    .selectAll("files")
    .select("devices.tenant_id");

export const ownedFileOf = (row: Row & { readonly tenant_id: string }): OwnedFile => ({
  deviceId: row.device_id as DeviceId,
  tenantId: row.tenant_id as TenantId,
  file: fileOf(row),
});
