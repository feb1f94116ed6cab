import { duration, longSpan, timerSpan, wholeNumber } from "../setting-kinds.ts";

/** Files of devices, and reading them in the background. */
export const filesSettings = {
  newestFilesLooked: wholeNumber(
    "HELIO_NEWEST_FILES_LOOKED",
    20_000,
    "Files that one request for the newest files of all devices looks at",
    { min: 100, max: 1_000_000 },
  ),
  fileLimit: wholeNumber("HELIO_FILE_LIMIT", 1_073_741_824, "Bytes of a file", { min: 1, max: 1_099_511_627_776 }),
  fileQuota: wholeNumber("HELIO_FILE_QUOTA", 0, "Bytes the files of a tenant may take; 0 is no limit", {
    min: 0,
    max: 9_007_199_254_740_991,
  }),
  uploadTimeout: duration(
    "HELIO_UPLOAD_TIMEOUT",
    "300s",
    "An upload of which no byte arrives for so long is given up",
    timerSpan,
  ),
  fileCheckRate: wholeNumber(
    "HELIO_FILE_CHECK_RATE",
    10_000_000,
    "Bytes per second at which the contents of files are compared with their hashes in the background; 0 is never",
    { min: 0, max: 100_000_000_000 },
  ),
  fileCheckInterval: duration(
    "HELIO_FILE_CHECK_INTERVAL",
    "7d",
    "From the beginning of one such check of all contents to that of the next",
    longSpan,
  ),
  strayContents: duration(
    "HELIO_STRAY_CONTENTS",
    "7d",
    "Contents found without a record are kept for so long before they are removed",
    longSpan,
  ),
  indexTimeout: duration(
    "HELIO_INDEX_TIMEOUT",
    "10min",
    "Reading a file in the background is given up after this",
    timerSpan,
  ),
  indexMemory: wholeNumber("HELIO_INDEX_MEMORY", 512, "MiB that reading one file may take; more fails the file", {
    min: 64,
    max: 65_536,
  }),
  indexBytes: wholeNumber(
    "HELIO_INDEX_BYTES",
    1_073_741_824,
    "Bytes a compressed file may inflate to when it is read in the background; more fails the file",
    { min: 1_048_576, max: 1_099_511_627_776 },
  ),
  indexExpansion: wholeNumber(
    "HELIO_INDEX_EXPANSION",
    64,
    "The same for large files, as a multiple of their size; the larger of both counts",
    { min: 1, max: 10_000 },
  ),
} as const;
