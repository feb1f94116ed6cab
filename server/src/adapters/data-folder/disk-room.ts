import { type FileHandle, open, statfs } from "node:fs/promises";
import { diskFaultOf, errnoOf } from "../../kernel/disk-fault.ts";
import { AppError } from "../../kernel/errors.ts";
import { freeInside } from "./free-inside.ts";

/** The reserve is never more than this part of the disk. */
const largestPart = 8;
/** Of the reserve: what has to be free beside it, and what is given out at a time. */
const marginPart = 4;
const blockBytes = 1_048_576;
/** Writing is tried so often while all is well; while it is not, at every look. */
const tryEveryLooks = 10;
/** A write that failed counts so long at least, also when another place of the disk can be written. */
const failureHoldsMs = 5_000;
/** What a failed write says about the disk; how full it is, is seen by looking. */
const lasting: readonly string[] = ["DISK_FAILED", "DISK_READ_ONLY", "DATA_FILE_FORBIDDEN"];
const fullCodes: readonly string[] = ["DISK_FULL", "STORAGE_FULL"];

interface DiskRoomPlaces {
  /** The file that keeps the reserve. */
  readonly reserve: string;
  /** Databases that may have room inside while the disk has none. */
  readonly databases: readonly string[];
}

/**
 * Keeps some of the disk in a file, and gives it out, a piece at a time, when the disk is full: so that people can log
 * in and delete [REL6]. Meanwhile whatever fills the disk is refused. When there is space again the file grows again.
 */
export class DiskRoom {
  readonly #places: DiskRoomPlaces;
  readonly #wanted: number;
  readonly #onChange: (problem: AppError | undefined) => void;
  #file: FileHandle | undefined;
  #held = 0;
  #looks = 0;
  #looking: Promise<void> | undefined;
  #isFull = false;
  #roomInside = false;
  #failure: AppError | undefined;
  /** When a write of somebody else failed last, on the clock that never jumps. */
  #failedAt = Number.NEGATIVE_INFINITY;
  freeBytes = 0;

  /** `onChange` hears when writing is not possible any more, and when it is again. */
  constructor(places: DiskRoomPlaces, reserveBytes: number, onChange: (problem: AppError | undefined) => void) {
    this.#places = places;
    this.#wanted = reserveBytes;
    this.#onChange = onChange;
  }

  /** Why nothing can be written; undefined when all is well. */
  get problem(): AppError | undefined {
    return this.#failure ?? (this.#isFull ? diskFaultOf("ENOSPC") : undefined);
  }

  /** Whoever writes tells what became of it: the node says at once that it cannot, not at the next trial [RUN11]. */
  writeFailed(error: unknown): void {
    const fault = error instanceof AppError ? error : diskFaultOf(errnoOf(error), error);
    if (!fault) return;
    if (lasting.includes(fault.code)) this.#failed(fault);
    else if (fullCodes.includes(fault.code)) void this.look();
  }

  #failed(fault: AppError): void {
    const before = this.problem?.code;
    this.#failure = fault;
    this.#failedAt = performance.now();
    if (this.problem?.code !== before) this.#onChange(this.problem);
  }

  /** For contents of files, which only the disk itself has room for. */
  requireForFiles(): void {
    this.#require(this.#isFull);
  }

  get hasRoomForRows(): boolean {
    return !this.#isFull || this.#roomInside;
  }

  /** For rows: a database from which something was deleted has room of its own. */
  requireForRows(): void {
    this.#require(!this.hasRoomForRows);
  }

  /** Now and then; never twice at once. */
  look(): Promise<void> {
    this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  async close(): Promise<void> {
    await this.#looking;
    await this.#file?.close();
    this.#file = undefined;
  }

  #require(isRefused: boolean): void {
    if (!isRefused) return;
    void this.look(); // so that whoever comes next is not refused for what is over
    throw diskFaultOf("ENOSPC");
  }

  async #look(): Promise<void> {
    const before = this.problem?.code;
    try {
      const { bavail, blocks, bsize } = await statfs(this.#places.reserve.replace(/[^/\\]*$/, ""));
      this.freeBytes = bavail * bsize;
      await this.#keep(Math.min(this.#wanted, Math.floor((blocks * bsize) / largestPart)));
      if (this.#failure || this.#looks++ % tryEveryLooks === 0) await this.#tryWriting();
    } catch (error) {
      this.#noteFailure(error);
    }
    if (this.problem?.code !== before) this.#onChange(this.problem);
  }

  async #keep(reserve: number): Promise<void> {
    if (reserve === 0) return;
    const margin = Math.ceil(reserve / marginPart);
    const file = await this.#opened();
    if (this.#isFull ? this.freeBytes + this.#held < reserve + 2 * margin : this.freeBytes < margin) {
      this.#isFull = this.#isFull || this.#held > 0 || this.freeBytes < margin;
      this.#roomInside = await freeInside(this.#places.databases, margin);
      if (this.freeBytes < margin) await this.#giveOut(file, margin - this.freeBytes);
      return;
    }
    this.#isFull = false;
    if (this.#held < reserve && this.freeBytes > reserve - this.#held + margin) await this.#fill(file, reserve);
  }

  async #giveOut(file: FileHandle, bytes: number): Promise<void> {
    if (this.#held === 0) return;
    this.#held = Math.max(0, this.#held - bytes);
    await file.truncate(this.#held);
    this.freeBytes += bytes;
  }

  async #fill(file: FileHandle, reserve: number): Promise<void> {
    const block = Buffer.alloc(blockBytes, "reserve ");
    while (this.#held < reserve) {
      const { bytesWritten } = await file.write(block, 0, Math.min(block.length, reserve - this.#held), this.#held);
      this.#held += bytesWritten;
    }
  }

  async #tryWriting(): Promise<void> {
    const file = await this.#opened();
    await file.write(Buffer.from("r"), 0, 1, 0);
    await file.datasync();
    if (performance.now() - this.#failedAt >= failureHoldsMs) this.#failure = undefined;
    this.#held = Math.max(this.#held, 1);
  }

  #noteFailure(error: unknown): void {
    const fault = diskFaultOf(errnoOf(error), error);
    if (fault?.code === "DISK_FULL") this.#isFull = true;
    else if (fault) this.#failure = fault;
  }

  async #opened(): Promise<FileHandle> {
    if (this.#file) return this.#file;
    const file = await open(this.#places.reserve, "r+").catch((error: unknown) => {
      if (errnoOf(error) === "ENOENT") return open(this.#places.reserve, "w+", 0o600);
      throw error;
    });
    this.#held = (await file.stat()).size;
    this.#file = file;
    return file;
  }
}
