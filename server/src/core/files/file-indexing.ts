import { diskFaultOf } from "../../kernel/disk-fault.ts";
import { AppError } from "../../kernel/errors.ts";
import type { FileId } from "../../kernel/ids.ts";
import { epochMs } from "../../kernel/time.ts";
import type { EventBus } from "../events/index.ts";
import { type Ingest, isValidKey, keepPoints, type PointSource } from "../telemetry/index.ts";
import type { StoredBytes } from "./blob-store.ts";
import type { ContentReader } from "./content-reader.ts";
import { type DeviceFile, type FileFindings, type FileKey, nothingFound } from "./device-file.ts";
import { filesNotFound, notNamedLikeOsf } from "./errors.ts";
import { isOsfName } from "./file-name.ts";
import type { FileStore, OwnedFile } from "./file-store.ts";
import type { IndexingTime } from "./indexing-time.ts";
import { TenantShares } from "./tenant-shares.ts";

/** Files fetched from the store at once, those of several tenants in turn; they are read one after the other. */
const fetchedAtOnce = 20;
/** After this the store is asked again: another tenant may have something by now. */
const askAgainAfterMs = 1_000;

interface IndexingParts {
  readonly store: FileStore;
  readonly reader: ContentReader;
  readonly events: EventBus;
  /** Where the numbers of chosen tags go. */
  readonly telemetry: Ingest;
  /** How much of it each tenant may have. */
  readonly time: IndexingTime;
  readonly feedTags: ReadonlySet<string>;
  readonly onError: (error: unknown, file: FileKey) => void;
}

/**
 * Reads the content of files that arrived, one after the other, in the background [FILE7]. What waits stands in the
 * store, so a restart goes on where the last run ended. A file that cannot be read is marked FAILED and left behind.
 */
export class FileIndexing {
  readonly #parts: IndexingParts;
  readonly #shares = new TenantShares();
  #running: Promise<void> | undefined;
  #again = false;
  #isStopped = false;

  constructor(parts: IndexingParts) {
    this.#parts = parts;
    parts.events.subscribe("file-changed", ({ isReceived, name }) => {
      if (isReceived && isOsfName(name)) this.wake();
    });
  }

  /** Something may be waiting. Called now and then, too: what had to be put off is taken up again [REL2]. */
  wake(): void {
    this.#again = true;
    if (this.#isStopped || this.#running !== undefined) return;
    this.#running = this.#run().finally(() => {
      this.#running = undefined;
      if (this.#again) this.wake();
    });
  }

  /** Reads the content of a file once more. */
  async again(file: DeviceFile): Promise<void> {
    if (!file.content) throw filesNotFound([file.name]);
    if (!isOsfName(file.name)) throw notNamedLikeOsf(file.name);
    const findings = { ...file.findings, processing: "PENDING", error: null } as const;
    await this.#parts.store.setFindings(file.id, file.content.sha256, findings);
    this.wake();
  }

  /** Resolves when nothing is waiting. */
  async idle(): Promise<void> {
    while (this.#running !== undefined) await this.#running;
  }

  /** The file that is being read is given up; the next start begins it anew. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#parts.reader.close();
    await this.#running;
  }

  async #run(): Promise<void> {
    while (this.#again && !this.#isStopped) {
      this.#again = false;
      try {
        const usedUp = this.#parts.time.usedUp();
        const waiting = await this.#parts.store.pending(fetchedAtOnce, usedUp);
        this.#parts.time.tell(usedUp);
        const isFull = waiting.length === fetchedAtOnce;
        if ((await this.#indexInTurns([...waiting])) === "interrupted" || isFull) this.#again = true;
      } catch (error) {
        this.#parts.onError(error, { tag: "", name: "" });
        return; // the store is in trouble or the disk is full; whoever wakes us next tries again
      }
    }
  }

  /** In turns between tenants, by the time each has taken [QTA1]. */
  async #indexInTurns(waiting: OwnedFile[]): Promise<"done" | "interrupted"> {
    const asked = performance.now();
    for (let file = this.#shares.takeNext(waiting); file; file = this.#shares.takeNext(waiting)) {
      const begun = performance.now();
      await this.#index(file);
      this.#shares.used(file.tenantId, performance.now() - begun);
      this.#parts.time.used(file.tenantId, performance.now() - begun);
      if (this.#parts.time.usedUp().includes(file.tenantId)) return "interrupted";
      if (waiting.length > 0 && performance.now() - asked > askAgainAfterMs) return "interrupted";
    }
    return "done";
  }

  async #index({ deviceId, tenantId, file }: OwnedFile): Promise<void> {
    const { store, events } = this.#parts;
    if (!file.content || this.#isStopped) return;
    const findings = await this.#read({ id: deviceId, tenantId }, file, file.content);
    if (this.#isStopped && findings.processing === "FAILED") return;
    if (!(await store.setFindings(file.id, file.content.sha256, findings))) return;
    const { tag, name, status } = file;
    events.publish("file-changed", { tenantId, deviceId, tag, name, status, isReceived: false });
  }

  async #read(source: PointSource, file: DeviceFile, content: StoredBytes): Promise<FileFindings> {
    try {
      const summary = await this.#parts.reader.index(content);
      if (this.#parts.feedTags.has(file.tag)) await this.#feed(source, file.id, content);
      return { ...summary, processing: summary.error === null ? "DONE" : "FAILED" };
    } catch (error) {
      if (saysNothingOfTheFile(error)) throw error;
      if (!this.#isStopped) this.#parts.onError(error, file);
      const reason = error instanceof Error ? error.message : String(error);
      return { ...nothingFound, processing: "FAILED", error: reason };
    }
  }

  /** Channels as telemetry keys; a name that cannot be a key is passed over. */
  async #feed(source: PointSource, file: FileId, content: StoredBytes): Promise<void> {
    for await (const numbers of this.#parts.reader.numbers(content)) {
      const batch = numbers
        .filter(({ key, value }) => isValidKey(key) && Number.isFinite(value))
        .map(({ key, ts, value }) => ({ key, ts: epochMs(Math.floor(ts)), value }));
      // It takes minutes: the device may be removed meanwhile, and must not get points after it was forgotten.
      if (!(await this.#parts.store.hasContent(file, content.sha256))) return;
      if (batch.length > 0) await keepPoints(this.#parts.telemetry, source, batch);
    }
  }
}

const diskFailed = diskFaultOf("EIO")?.code;

/** It is read later. Bytes that a disk cannot read are the exception: they would keep all others waiting for good. */
const saysNothingOfTheFile = (error: unknown): boolean =>
  error instanceof AppError && error.fault === "busy" && error.code !== diskFailed;
