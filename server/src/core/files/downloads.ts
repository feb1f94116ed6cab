import { createHash } from "node:crypto";
import { type DeviceId, randomToken } from "../../kernel/ids.ts";
import { type Clock, type EpochMs, epochMs } from "../../kernel/time.ts";
import type { Credential } from "../access/index.ts";
import type { BlobStore, ByteRange, Hold, OpenedContent } from "./blob-store.ts";
import type { ContentCheck } from "./content-check.ts";
import { type DeviceFile, type FileContent, type FileKey, keyTextOf } from "./device-file.ts";
import { downloadTokenUnknown, filesNotFound } from "./errors.ts";
import type { FileStore } from "./file-store.ts";
import type { Files } from "./files.ts";

/** 192 random bits as 32 characters that need no escaping [FILE5]. */
const tokenBytes = 24;
const tokenLifetimeMs = 10 * 60_000;

/** What somebody wants to fetch, and by which session or API key it was asked for. */
export interface Download {
  readonly by: Credential;
  readonly device: DeviceId;
  readonly files: readonly FileKey[];
}

export interface DownloadTokenStore {
  /** Ends with the session or the key [AUTH8]. False when that or the device is gone. */
  add(tokenHash: string, download: Download, expires: EpochMs): Promise<boolean>;
  find(tokenHash: string, device: DeviceId, now: EpochMs): Promise<Download | undefined>;
  removeExpired(now: EpochMs): Promise<number>;
}

/** A file the server holds at this moment. */
export interface HeldFile extends FileKey {
  readonly content: FileContent;
}

/** Fetching files without logging in: whoever has the token may, for ten minutes [FILE5]. */
export class Downloads {
  readonly #tokens: DownloadTokenStore;
  readonly #files: Files;
  readonly #store: FileStore;
  readonly #blobs: BlobStore;
  readonly #check: Pick<ContentCheck, "suspect">;
  readonly #clock: Clock;

  constructor(
    tokens: DownloadTokenStore,
    files: Files,
    store: FileStore,
    blobs: BlobStore,
    check: Pick<ContentCheck, "suspect">,
    clock: Clock,
  ) {
    this.#tokens = tokens;
    this.#files = files;
    this.#store = store;
    this.#blobs = blobs;
    this.#check = check;
    this.#clock = clock;
  }

  async createToken(
    by: Credential,
    device: DeviceId,
    names: readonly string[],
    tag: string | undefined,
  ): Promise<string> {
    const files = await this.#files.requireHeld(device, names, tag);
    const token = randomToken(tokenBytes);
    const keys = files.map(({ tag: itsTag, name }) => ({ tag: itsTag, name }));
    const expires = epochMs(this.#clock() + tokenLifetimeMs);
    if (!(await this.#tokens.add(hashOf(token), { by, device, files: keys }, expires))) throw filesNotFound(names);
    return token;
  }

  /** What the token is for, as it is now; a file replaced since is the new one. */
  async filesFor(device: DeviceId, token: string): Promise<{ files: readonly HeldFile[]; by: Credential }> {
    const download = await this.#tokens.find(hashOf(token), device, this.#clock());
    if (!download) throw downloadTokenUnknown();
    const keys = download.files;
    const names = new Set(keys.map(({ name }) => name));
    const known = new Map((await this.#store.named(device, [...names])).map((file) => [keyTextOf(file), file]));
    const files = keys.map((key) => heldFileOf(key, known.get(keyTextOf(key))));
    const missing = keys.filter((_, index) => !files[index]);
    if (missing.length > 0) throw filesNotFound(missing.map(({ name }) => name));
    return { files: files.flatMap((file) => file ?? []), by: download.by };
  }

  /** What is found damaged is named, marked and looked at as a whole [REL5]. */
  async open({ content }: HeldFile, range?: ByteRange): Promise<OpenedContent> {
    try {
      const opened = await this.#blobs.open(content, range);
      opened.bytes.on("error", (error) => this.#check.suspect(content, error));
      return opened;
    } catch (error) {
      this.#check.suspect(content, error);
      throw error;
    }
  }

  /** Keeps the contents readable until all of them have been read. */
  hold(files: readonly HeldFile[]): Hold {
    return this.#blobs.hold(files.map(({ content }) => content.sha256));
  }

  removeExpired(): Promise<number> {
    return this.#tokens.removeExpired(this.#clock());
  }
}

/** Only the hash is kept: who reads the database cannot download with what he finds. */
const hashOf = (token: string): string => createHash("sha256").update(token).digest("hex");

const heldFileOf = ({ tag, name }: FileKey, file: DeviceFile | undefined): HeldFile | undefined =>
  file?.content ? { tag, name, content: file.content } : undefined;
