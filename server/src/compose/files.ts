import type { Logger } from "pino";
import type { RequestCounts } from "../adapters/blobs/s3/request-counts.ts";
import type { DataFolder } from "../adapters/data-folder/data-folder.ts";
import type { DiskRoom } from "../adapters/data-folder/disk-room.ts";
import { OsfContentReader } from "../adapters/osf-index/osf-content-reader.ts";
import type { Database } from "../adapters/sql/database.ts";
import { SqlContentRecords } from "../adapters/sql/stores/content-records.ts";
import { SqlDownloadTokenStore } from "../adapters/sql/stores/download-token-store.ts";
import { SqlFileStore } from "../adapters/sql/stores/file-store.ts";
import { SqlNewestFiles } from "../adapters/sql/stores/newest-file-store.ts";
import type { RuleInputNotes } from "../adapters/sql/stores/rule-inputs.ts";
import type { Audit } from "../core/audit/index.ts";
import type { Commands } from "../core/commands/index.ts";
import type { EventBus } from "../core/events/index.ts";
import {
  BlobCleaner,
  type BlobStore,
  ContentCheck,
  type ContentReader,
  Deliveries,
  Downloads,
  FileIndexing,
  FileRequests,
  type FileStore,
  Files,
  IndexingTime,
  type NewestFiles,
  progressIn,
} from "../core/files/index.ts";
import type { InstallationStore } from "../core/installation/index.ts";
import type { Ingest } from "../core/telemetry/index.ts";
import { stricter, type TenantLimitsBook, type TenantQuotas } from "../core/tenants/index.ts";
import type { TenantId } from "../kernel/ids.ts";
import type { Clock } from "../kernel/time.ts";
import type { Config } from "../settings/config.ts";
import { composeBlobs, endAbandonedUploads } from "./blobs.ts";
import { contentCheckLog } from "./content-check-log.ts";

const strayTexts = {
  found: "contents that no file has were found; they are kept for now (HELIO_STRAY_CONTENTS) and then removed",
  removing: "contents that no file has and that were found long ago are being removed",
} as const;

/** What the platform does with files of devices. */
export interface FileParts {
  readonly newestFiles: NewestFiles;
  readonly files: Files;
  readonly blobs: BlobStore;
  readonly fileRequests: FileRequests;
  readonly deliveries: Deliveries;
  readonly downloads: Downloads;
  readonly blobCleaner: BlobCleaner;
  readonly contentCheck: ContentCheck;
  readonly fileStore: FileStore;
  /** Undefined: files are in the data folder. */
  readonly s3Requests: Readonly<RequestCounts> | undefined;
  readonly contentReader: ContentReader;
  readonly fileIndexing: FileIndexing;
  readonly indexingTime: IndexingTime;
  /** Uploads into an S3 that were cut short, by whichever node. */
  endAbandonedUploads(): Promise<void>;
  /** Ends what works on files in the background. */
  closeFiles(): Promise<void>;
}

interface Around {
  /** Where rules are told of files; nowhere where there are none. */
  readonly ruleInputs?: RuleInputNotes;
  readonly database: Database;
  readonly folder: DataFolder;
  readonly commands: Commands;
  /** Where the numbers in files go. */
  readonly telemetry: Ingest;
  readonly tenantLimits: TenantLimitsBook;
  readonly quotas: TenantQuotas;
  readonly events: EventBus;
  readonly facts: InstallationStore;
  readonly audit: Audit;
  readonly room: Pick<DiskRoom, "requireForFiles" | "writeFailed">;
  readonly clock: Clock;
  readonly logger: Logger;
}

export async function composeFiles(config: Config, around: Around): Promise<FileParts> {
  const { database, folder, commands, events, audit, room, clock, logger, telemetry } = around;
  const store = new SqlFileStore(database, around.ruleInputs);
  const blobs = await composeBlobs(config, folder.files, { database, clock, logger });
  blobs.onWriteFailure = (error) => room.writeFailed(error);
  const blobCleaner = new BlobCleaner({
    store,
    records: new SqlContentRecords(database),
    blobs,
    clock,
    strayKeepMs: config.strayContents,
    tell: (what, contents) => logger.warn({ contents }, strayTexts[what]),
  });
  const quotaOf = (tenant: TenantId) => stricter(config.fileQuota, around.tenantLimits.of(tenant).fileQuota);
  const limits = {
    maxFileBytes: config.fileLimit,
    quotaOf,
    onQuotaReached: (tenant: TenantId, quota: number) => around.quotas.tell(tenant, "fileQuota", quota),
    requireRoom: () => room.requireForFiles(),
  };
  events.subscribe("device-removed", () => blobCleaner.wake());
  events.subscribe("tenant-removed", () => blobCleaner.wake());
  const files = new Files({ store, blobs, cleaner: blobCleaner, events, audit, clock }, limits);
  const onError = (error: unknown) => logger.error({ err: error }, "a file could not follow its request");
  const contentCheck = new ContentCheck({
    ...{ store, blobs, events, clock, progress: progressIn(around.facts), log: contentCheckLog(logger) },
    pace: { bytesPerSecond: config.fileCheckRate, everyMs: config.fileCheckInterval },
  });
  const readerLimits = {
    silenceMs: config.indexTimeout,
    memoryMb: config.indexMemory,
    inflatedBytes: config.indexBytes,
    expansion: config.indexExpansion,
  };
  const contentReader = new OsfContentReader(blobs, readerLimits, (...failure) => contentCheck.suspect(...failure));
  const { quotas } = around;
  const indexingTime = new IndexingTime({
    limitOf: (tenant) => quotas.limitOf(tenant, "indexingTime"),
    onUsedUp: (tenant, limit) => quotas.tell(tenant, "indexingTime", limit),
  });
  const fileIndexing = new FileIndexing({
    time: indexingTime,
    store,
    reader: contentReader,
    events,
    telemetry,
    feedTags: new Set(config.telemetryTags?.split(",").map((tag) => tag.trim())),
    onError: (error, { name }) => logger.warn({ err: error, file: name }, "a file could not be read"),
  });
  return {
    contentCheck,
    fileStore: store,
    newestFiles: new SqlNewestFiles(database, config.newestFilesLooked),
    s3Requests: "requests" in blobs ? blobs.requests : undefined,
    contentReader,
    fileIndexing,
    indexingTime,
    ...{ files, blobs },
    fileRequests: new FileRequests(files, store, commands, events, onError),
    deliveries: new Deliveries(files, store, commands, events),
    downloads: new Downloads(new SqlDownloadTokenStore(database), files, store, blobs, contentCheck, clock),
    blobCleaner,
    endAbandonedUploads: () => endAbandonedUploads(blobs, logger),
    closeFiles: async () => {
      await contentCheck.stop();
      await fileIndexing.stop();
      await blobs.close();
    },
  };
}
