import { mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** Where everything lies that a node keeps on disk. */
export class DataFolder {
  readonly path: string;

  constructor(path: string) {
    this.path = resolve(path);
  }

  get database(): string {
    return join(this.path, "heliograph.db");
  }

  /** The points; the telemetry store gives the file its name. */
  get telemetry(): string {
    return join(this.path, "telemetry.db");
  }

  /** The contents of files. */
  get files(): string {
    return join(this.path, "files");
  }

  /** Space kept for when the disk is full [REL6]; not part of backups. */
  get reserve(): string {
    return join(this.path, "reserve");
  }

  /** What the browser that prints dashboards keeps while it runs; not part of backups. */
  get browser(): string {
    return join(this.path, "browser");
  }

  /** Map files that the operator puts there [DSH3]; theirs, and not part of backups. */
  get maps(): string {
    return join(this.path, "maps");
  }

  get signingKey(): string {
    return join(this.path, "keys", "signing.key");
  }

  /** Seals secrets that have to be read again [AUTH9]; apart from the other one, which may be removed to log everybody out. */
  get sealingKey(): string {
    return join(this.path, "keys", "sealing.key");
  }

  async create(): Promise<void> {
    await mkdir(this.path, { recursive: true, mode: 0o700 });
  }

  /**
   * One process per folder [RUN8]. The lock is the operating system's, held by an open exclusive transaction on
   * a file of its own: it is gone when its process is, however that ended.
   */
  lock(): DataFolderLock {
    const database = new DatabaseSync(join(this.path, "node.lock"));
    try {
      database.exec("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE");
    } catch (error) {
      database.close();
      if (isBusy(error)) throw new DataFolderInUseError(this.path);
      throw error;
    }
    return { release: () => database.close() };
  }
}

export interface DataFolderLock {
  release(): void;
}

export class DataFolderInUseError extends Error {
  override readonly name = "DataFolderInUseError";
  constructor(path: string) {
    super(
      `Another Heliograph node is running on the data folder ${path}. Stop it first, or give this one a folder of ` +
        "its own with HELIO_DATA_DIR.",
    );
  }
}

const sqliteBusy = 5;

const isBusy = (error: unknown): boolean =>
  error instanceof Error && "errcode" in error && (Number(error.errcode) & 0xff) === sqliteBusy;
