import type { DeviceId, FileId, TenantId } from "../../kernel/ids.ts";
import type { PageRequest } from "../../kernel/paging.ts";
import type { EpochMs } from "../../kernel/time.ts";
import type { StoredBytes } from "./blob-store.ts";
import type { DeviceFile, FileFindings, FileKey } from "./device-file.ts";

export interface FileQuery {
  readonly deviceId: DeviceId;
  /** Files overlapping `[startTime, endTime)`. */
  readonly startTime: EpochMs | undefined;
  readonly endTime: EpochMs | undefined;
  /** False: only what the server holds. */
  readonly includeRemote: boolean;
  readonly tag: string | undefined;
  /** Part of the name, without regard to case. */
  readonly textSearch: string | undefined;
  /** By their beginning; without, the oldest first. */
  readonly newestFirst?: boolean;
}

/** The files a list should have named: those of the tag that began in `[startTime, endTime)` on the device's clock. */
export interface Coverage {
  readonly deviceId: DeviceId;
  readonly tag: string;
  readonly startTime: EpochMs;
  readonly endTime: EpochMs;
  /** The list itself: what it named is left alone. */
  readonly listing: string;
}

/** What becomes of a file; undefined: there is none, or none any more. The same object: nothing changes. */
export type Decide = (file: DeviceFile | undefined, key: FileKey) => DeviceFile | undefined;

/** Another key under which the file may be known already. */
export type SameAs = (key: FileKey) => FileKey | undefined;

/** Bytes that came under a base name: the files they may be are awaited under it, or have this content [DHP3]. */
export interface Likeness {
  readonly baseName: string;
  readonly sha256: string;
}

/** Which file they are, new or known. */
export type Locate = (alike: readonly DeviceFile[]) => FileKey;

export interface FileChange {
  readonly before: DeviceFile | undefined;
  readonly after: DeviceFile | undefined;
}

export interface FileChanges {
  readonly tenantId: TenantId;
  readonly changes: readonly FileChange[];
}

/** A file and whose it is. */
export interface OwnedFile {
  readonly deviceId: DeviceId;
  readonly tenantId: TenantId;
  readonly file: DeviceFile;
}

export interface FileStore {
  /**
   * Lets `decide` change the named files of a device, all in one transaction in which nobody else changes files of
   * it. Durable once resolved; in the order of the keys, each key once. A file that is not known by its key is the one
   * that `sameAs` names, unless that one is meant, too.
   */
  change(
    device: DeviceId,
    keys: readonly FileKey[],
    decide: Decide,
    sameAs?: SameAs,
  ): Promise<FileChanges | "no-such-device">;
  /** As `change`, of the file that `locate` chooses in the same transaction: nobody makes a second one meanwhile. */
  changeLocated(
    device: DeviceId,
    likeness: Likeness,
    locate: Locate,
    decide: Decide,
  ): Promise<FileChanges | "no-such-device">;
  /** The covered files that the list did not name: "missing-from-list" happens to each. Returns how many changed. */
  applyCoverage(coverage: Coverage): Promise<number>;
  /** Sets what the content says, unless the file has another content by now. By id: the name may have changed. */
  setFindings(file: FileId, sha256: string, findings: FileFindings): Promise<boolean>;
  /** Whether the file is still there and has this content. */
  hasContent(file: FileId, sha256: string): Promise<boolean>;

  find(device: DeviceId, key: FileKey): Promise<DeviceFile | undefined>;
  /** Every file with one of the names, whatever its tag and status. */
  named(device: DeviceId, names: readonly string[]): Promise<readonly DeviceFile[]>;
  /** Files with this last path part that are of status 0 or 1, or have this content [DHP3]. */
  alike(device: DeviceId, likeness: Likeness): Promise<readonly DeviceFile[]>;
  /** By start time; equal ones by id, so that pages never overlap. */
  page(query: FileQuery, page: PageRequest): Promise<readonly DeviceFile[]>;
  count(query: FileQuery): Promise<number>;
  stream(query: FileQuery): AsyncIterable<readonly DeviceFile[]>;

  /** The longest waiting of each tenant, then the second of each, and so on; of some tenants none. */
  pending(limit: number, except?: readonly TenantId[]): Promise<readonly OwnedFile[]>;
  /** Everything of status 1. */
  requested(): AsyncIterable<readonly DeviceFile[]>;
  /** Contents of files, in the order of their hashes, behind one of them. */
  contentsAfter(sha256: string, limit: number): Promise<readonly StoredBytes[]>;
  /** Every file with this content is marked, or with `undefined` no longer; returns those that were not before. */
  setDamage(sha256: string, damage: string | undefined): Promise<readonly OwnedFile[]>;
  /** How many contents are marked. */
  damagedContents(): Promise<number>;
  /** Which of these contents some file has. */
  referenced(hashes: readonly string[]): Promise<ReadonlySet<string>>;
  /** Bytes of the files the server holds for a tenant. */
  usage(tenant: TenantId): Promise<number>;
}
