import type { Logger } from "pino";
import type { CheckLog, OwnedFile, StoredBytes } from "../core/files/index.ts";

/** Files named in one line; a content may be that of thousands. */
const namedAtMost = 10;

const named = (files: readonly OwnedFile[]) =>
  files.slice(0, namedAtMost).map(({ deviceId, file }) => ({ deviceId, tag: file.tag, name: file.name }));

/** What the check of contents tells whoever runs the node [REL5]. */
export const contentCheckLog = (logger: Logger): CheckLog => ({
  brokenOff: ({ sha256 }: StoredBytes, error) =>
    logger.error({ err: error, sha256 }, "a content is not as it was stored: its download was refused or broken off"),
  damaged: (files, { sha256, size }, reason) =>
    logger.error(
      { sha256, size, reason, count: files.length, files: named(files) },
      "the content of files is damaged on the disk; upload it again or restore it from a backup",
    ),
  mended: (files, { sha256 }) =>
    logger.info({ sha256, count: files.length, files: named(files) }, "the content of files is whole again"),
  failed: (error) => logger.error({ err: error }, "a content could not be checked"),
});
