/** A content, or what was found in one, by the name it has everywhere: `contents/<hash>`, `derived/<hash>.channels`. */
export interface KeptFile {
  readonly name: string;
  readonly size: number;
}

/** A place in which an installation has the contents of its files: a folder, or an S3. */
export interface ContentPlace {
  /** For people. */
  readonly label: string;
  /** Everything it holds, in portions. */
  files(): AsyncIterable<readonly KeptFile[]>;
  /** Undefined when it is not there. */
  sizeOf(name: string): Promise<number | undefined>;
  /** Its bytes; undefined when it is gone meanwhile. What is cut short fails. */
  read(name: string): Promise<AsyncIterable<Uint8Array> | undefined>;
  /** There under its name, and whole, once resolved; returns the SHA-256 of what arrived. */
  write(name: string, bytes: AsyncIterable<Uint8Array>): Promise<string>;
}

/** Contents, and what was found in them: folders of a data folder, and the beginning of keys in an S3. */
export const contentFolders = ["contents", "derived"] as const;

/** The hash a content is named by; undefined for what was found in one. */
export const hashIn = (name: string): string | undefined => /^contents\/([0-9a-f]{64})$/.exec(name)?.[1];
