import type { Generated } from "kysely";

export interface FileTables {
  files: FilesTable;
  file_usage: FileUsageTable;
  download_tokens: DownloadTokensTable;
  released_contents: ReleasedContentsTable;
  stray_contents: StrayContentsTable;
  content_claims: ContentClaimsTable;
}

interface FilesTable {
  id: string;
  device_id: string;
  /** Of its device, which never changes it. */
  tenant_id: string | null;
  tag: string;
  name: string;
  /** The last part of the name. */
  base_name: string;
  search_text: string;
  status: number;
  created_time: number;
  listed_size: number | null;
  listed_start: number | null;
  listed_end: number | null;
  listing: string | null;
  sha256: string | null;
  size: number | null;
  received_time: number | null;
  /** What was found wrong with the content on the disk. */
  damage: string | null;
  processing: string;
  error: string | null;
  content_start: number | null;
  content_end: number | null;
  channel_count: number | null;
  sample_count: number | null;
  /** From the device's list or the name, never from the content: what a list covers. */
  device_start: number | null;
  /** From whatever knows best: what queries look for. */
  start_time: number;
  end_time: number;
}

interface FileUsageTable {
  device_id: string;
  bytes: number;
}

interface DownloadTokensTable {
  token_hash: string;
  device_id: string;
  /** JSON list of tag and name. */
  files: string;
  expires_time: number;
  /** One of them. */
  session_id: string | null;
  key_id: string | null;
}

/** Contents that deletions let go of; a row per deletion. */
interface ReleasedContentsTable {
  id: Generated<number>;
  sha256: string;
}

/** Contents that were found without any record. */
interface StrayContentsTable {
  sha256: string;
  found_time: number;
}

/** What nodes are about to do with contents. */
interface ContentClaimsTable {
  id: string;
  sha256: string;
  /** 1: to remove it. 0: to make a record of it. */
  is_removal: number;
  /** Whoever has died by then is not waited for. */
  until_time: number;
}
