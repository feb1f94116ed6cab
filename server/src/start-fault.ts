import type { Config } from "./config.ts";
import { StartRefusedError } from "./core/installation/index.ts";

interface Sign {
  readonly words: RegExp;
  readonly sentence: (config: Config) => string;
}

/** What the system, SQLite and PostgreSQL say, and what it means to whoever starts a node [RUN11]. */
const signs: readonly Sign[] = [
  {
    words: /ENOSPC|EDQUOT|disk is full|no space left/i,
    sentence: ({ dataDir }) => `the disk of the data folder ${dataDir} is full. Make room, then start again`,
  },
  {
    words: /EROFS|readonly database|read-only file system/i,
    sentence: ({ dataDir }) =>
      `the data folder ${dataDir} can only be read. Make it writable, or name another with HELIO_DATA_DIR`,
  },
  {
    words: /unable to open database file|(EACCES|EPERM): .*(mkdir|open|scandir|rename|unlink)/i,
    sentence: ({ dataDir }) =>
      `the data folder ${dataDir}, or a file in it, may not be opened. Give the account that runs this the right to read ` +
      "and write it",
  },
  {
    words: /(ENOTDIR|EEXIST|ENOENT): .*mkdir/,
    sentence: ({ dataDir }) =>
      `the data folder ${dataDir} cannot be made. Correct HELIO_DATA_DIR; is there a file in its place or above it?`,
  },
  {
    words: /disk image is malformed|file is not a database/i,
    sentence: ({ dataDir }) =>
      `a database in the data folder ${dataDir} is damaged. Restore a backup with "helio restore", or repair it with ` +
      "SQLite's own tools",
  },
  {
    words: /\bEIO\b|disk I\/O error/i,
    sentence: ({ dataDir }) =>
      `the disk of the data folder ${dataDir} fails to read or write. Check it, then start again`,
  },
  {
    words: /EMFILE|ENFILE/,
    sentence: () => "too many files are open. Raise the limit of open files (ulimit -n), then start again",
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
  if (!(error instanceof Error) || error instanceof StartRefusedError) return error;
  const words = wordsOf(error);
  // A certificate that may not be read is not the data folder's business: the system's own words name it.
  if (/listen |\.pem|certificate/i.test(words)) return error;
  const sign = signs.find((known) => known.words.test(words));
  return sign ? new StartRefusedError(`${sign.sentence(config)} (${error.message}).`, error) : error;
}

const wordsOf = (error: Error): string =>
  error.cause instanceof Error ? `${error.message} ${wordsOf(error.cause)}` : error.message;
