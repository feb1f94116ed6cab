import { closeSync, openSync } from "node:fs";
import { join } from "node:path";
import { StartRefusedError } from "../core/installation/index.ts";
import { errnoOf } from "../kernel/disk-fault.ts";
import type { Config } from "../settings/config.ts";

interface Sign {
  readonly words: RegExp;
  readonly sentence: (config: Config) => string;
}

/** What the system, SQLite and PostgreSQL say, and what it means to whoever starts a node [RUN11]. */
const signs: readonly Sign[] = [
  {
    words: /disk of the database is full/i,
    sentence: () => "the disk of PostgreSQL is full. Make room on it, then start again",
  },
  {
    words: /ENOSPC|EDQUOT|disk is full|no space left/i,
    sentence: ({ dataDir }) => `the disk of the data folder ${dataDir} is full. Make room, then start again`,
  },
  {
    words: /read-only transaction|database can only be read/i,
    sentence: () =>
      "PostgreSQL can only be read: it is a standby, or was set to read-only. Name the server that is written to in HELIO_DATABASE_URL, or let this one be written to",
  },
  {
    words: /EROFS|readonly database|read-only file system/i,
    sentence: ({ dataDir }) =>
      `the data folder ${dataDir} can only be read. Make it writable, or name another with HELIO_DATA_DIR`,
  },
  {
    words: /(EACCES|EPERM): .*(mkdir|open|scandir|rename|unlink)/i,
    sentence: ({ dataDir }) =>
      `the data folder ${dataDir}, or a file in it, may not be opened. Give the account that runs this the right to read ` +
      "and write it",
  },
  {
    words: /(ENOTDIR|EEXIST|ENOENT): .*mkdir/,
    sentence: ({ dataDir }) =>
      `the data folder ${dataDir} cannot be made. Correct HELIO_DATA_DIR; is there a file in its place or above it, or can the disk only be read?`,
  },
  {
    words: /EISDIR/,
    sentence: ({ dataDir }) =>
      `there is a folder in the data folder ${dataDir} where a file should be. Move it away and bring the file back`,
  },
  {
    words: /disk image is malformed|file is not a database/i,
    sentence: ({ dataDir }) =>
      `a database in the data folder ${dataDir} is damaged. Restore a backup with "helio restore", or repair it with ` +
      "SQLite's own tools",
  },
  {
    words: /\bEIO\b|disk I\/O error|disk could not be read or written/i,
    sentence: ({ dataDir }) =>
      `the disk of the data folder ${dataDir} fails to read or write. Check it, then start again`,
  },
  {
    words: /EMFILE|ENFILE/,
    sentence: () => "too many files are open. Raise the limit of open files (ulimit -n), then start again",
  },
  {
    words: /unable to open database file/i,
    sentence: ({ dataDir }) =>
      `a file in the data folder ${dataDir} could not be opened. May this account read and write it, and are enough open ` +
      "files allowed (ulimit -n)?",
  },
  {
    words: /unsupported startup parameter/i,
    sentence: () =>
      "a connection pooler stands before PostgreSQL and does not take what this node says when it connects. Set " +
      "ignore_startup_parameters = statement_timeout,idle_in_transaction_session_timeout in its settings (PgBouncer), or " +
      "name the PostgreSQL itself",
  },
  {
    words: /The database does not answer|Connection terminated/,
    sentence: () =>
      "PostgreSQL stopped answering during the start. See whether it runs, and start again when it answers",
  },
  {
    words: /password authentication failed|no pg_hba.conf entry|role ".*" (does not exist|is not permitted)/i,
    sentence: () => "PostgreSQL does not let this node in. Correct user and password in HELIO_DATABASE_URL",
  },
  {
    words: /database ".*" does not exist/i,
    sentence: () => "PostgreSQL has no such database. Create it, or correct HELIO_DATABASE_URL",
  },
  {
    words: /permission denied for (schema|database|table)/i,
    sentence: () => "PostgreSQL does not let this node create or use its tables. Give its role the right to do so",
  },
];

/** Why a start failed, in a sentence with what to do; what we have no words for stays as it is. */
export function startFault(error: unknown, config: Config): unknown {
  // What failed while the rest was undone is a consequence: the reason came before it.
  if (error instanceof SuppressedError) return startFault(error.suppressed, config);
  if (!(error instanceof Error) || error instanceof StartRefusedError) return error;
  const asked = /unable to open database file/.test(wordsOf(error)) ? whyNotOpened(config.dataDir) : undefined;
  const words = asked ?? wordsOf(error);
  // A certificate that may not be read is not the data folder's business: the system's own words name it.
  if (/listen |\.pem|certificate/i.test(words)) return error;
  const sign = signs.find((known) => known.words.test(words));
  return sign ? new StartRefusedError(`${sign.sentence(config)} (${asked ?? error.message}).`, error) : error;
}

function wordsOf({ message, cause }: Error): string {
  if (cause instanceof Error) return `${message} ${wordsOf(cause)}`;
  return typeof cause === "string" ? `${message} ${cause}` : message;
}

const openedBySqlite = ["node.lock", "heliograph.db", "heliograph.db-wal", "telemetry.db", "telemetry.db-wal"];

/** SQLite does not tell why a file did not open. The system does when it is asked again, unless that has passed. */
function whyNotOpened(dataDir: string): string | undefined {
  for (const name of openedBySqlite) {
    try {
      closeSync(openSync(join(dataDir, name), "r+"));
    } catch (error) {
      if (errnoOf(error) !== "ENOENT" && error instanceof Error) return error.message;
    }
  }
  return undefined;
}
