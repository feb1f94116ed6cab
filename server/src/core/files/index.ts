export { BlobCleaner } from "./blob-cleaner.ts";
export type { BlobLease, BlobStore, ByteRange, Hold } from "./blob-store.ts";
export {
  type AnnouncedFile,
  type DeviceFile,
  deviceStartTimeOf,
  type FileFindings,
  type FileKey,
  sizeOf,
  timesOf,
} from "./device-file.ts";
export { blobMissing, fileTooLarge, storageFull } from "./errors.ts";
export { archiveNameOf, baseNameOf, defaultTag, tagOfName } from "./file-name.ts";
export type { Coverage, Decide, FileChange, FileQuery, FileStore, PendingFile } from "./file-store.ts";
export { type FileLimits, type FileOwner, Files } from "./files.ts";
export { changesBy, heldStatuses, type StorageStatus, storageStatus } from "./storage-status.ts";
