import { constants } from "node:fs";
import { copyFile, mkdir, stat } from "node:fs/promises";
import { dirname } from "node:path";
import type { DataFolder } from "../../adapters/data-folder/data-folder.ts";
import { copyFiles } from "./copy-files.ts";
import { copySqlite } from "./copy-sqlite.ts";

/** Something a node keeps, and how a copy of it is made while the node goes on. */
export interface BackupPart {
  readonly name: string;
  /** Made by a node at its first start; a folder that only the command line has seen does without. */
  readonly isOptional: boolean;
  /** Copies what is there at one moment to the same place below `to`. False when the folder has none of it. */
  copy(from: DataFolder, to: DataFolder): Promise<boolean>;
}

/**
 * Everything a backup holds [REL4], in the order in which it is copied: what refers to others before what is
 * referred to, so that no record in the backup names something that came after it.
 */
export const backupParts: readonly BackupPart[] = [
  part("signing key", (folder) => folder.signingKey, copyPlain),
  part("database", (folder) => folder.database, copySqlite),
  { ...part("telemetry", (folder) => folder.telemetry, copySqlite), isOptional: true },
  { ...part("files", (folder) => folder.files, copyFiles), isOptional: true },
];

function part(
  name: string,
  place: (folder: DataFolder) => string,
  copy: (from: string, to: string) => Promise<void>,
): BackupPart {
  return {
    name,
    isOptional: false,
    copy: async (from, to) => {
      if (!(await exists(place(from)))) return false;
      await mkdir(dirname(place(to)), { recursive: true, mode: 0o700 });
      await copy(place(from), place(to));
      return true;
    },
  };
}

function copyPlain(from: string, to: string): Promise<void> {
  return copyFile(from, to, constants.COPYFILE_EXCL);
}

async function exists(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return false;
    throw error;
  }
}
