export { BlobCleaner } from "./blob-cleaner.ts";
export type {
  BlobLease,
  BlobStore,
  ByteRange,
  Hold,
  OpenedContent,
  Removal,
  StoredBytes,
} from "./blob-store.ts";
export { progressIn } from "./check-progress.ts";
export { type CheckLog, ContentCheck } from "./content-check.ts";
export {
  type AnnouncedRemoval,
  aloneThere,
  type ContentClaim,
  type ContentClaims,
} from "./content-claims.ts";
export type {
  ChannelFacts,
  ContentReader,
  ContentSummary,
  KeyedNumber,
  PreviewColumns,
  SampleColumns,
  TimeWindow,
} from "./content-reader.ts";
export type { ContentRecords, ReleasedContent } from "./content-records.ts";
export { Deliveries } from "./deliveries.ts";
export {
  type AnnouncedFile,
  type DeviceFile,
  deviceStartTimeOf,
  type FileFindings,
  type FileKey,
  keyTextOf,
  sizeOf,
  timesOf,
} from "./device-file.ts";
export { type Download, Downloads, type DownloadTokenStore, type HeldFile } from "./downloads.ts";
export {
  blobDamaged,
  blobMissing,
  contentBeingRemoved,
  filesBusy,
  filesRefused,
  filesUnavailable,
  fileTooLarge,
  listRangeInvalid,
  nothingStored,
  storageFull,
  tellsLoss,
  uploadIncomplete,
  uploadStalled,
} from "./errors.ts";
export { FileIndexing } from "./file-indexing.ts";
export { archiveNamesOf, baseNameOf, defaultTag, keepableTag, tagOfName } from "./file-name.ts";
export { FileRequests } from "./file-requests.ts";
export type {
  Coverage,
  Decide,
  FileChange,
  FileChanges,
  FileQuery,
  FileStore,
  Likeness,
  Locate,
  OwnedFile,
  SameAs,
} from "./file-store.ts";
export { type FileOwner, Files } from "./files.ts";
export { IndexingTime } from "./indexing-time.ts";
export type { FilePlace, NewestFiles, NewestFilesPage, NewestFilesQuery } from "./newest-files.ts";
export { changesBy, heldStatuses, storageStatus } from "./storage-status.ts";
export { UnkeepableNames } from "./unkeepable-names.ts";
