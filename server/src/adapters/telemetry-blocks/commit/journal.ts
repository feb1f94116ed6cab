import type { LogState, StorageTransaction } from "../storage/storage.ts";

/** Entries one trim removes; they are large, and removing them is work too. */
const trimEntries = 16;

/** Where others may inherit the log, how far it is followed is noted with commits this often: no more is told again. */
const noteFollowedMs = 1_000;

/** What is true when a transaction begins, and again when it is rolled back. */
interface Durable {
  readonly inBlocks: number;
  readonly trimmed: number;
}

/**
 * What was committed, in order: a log. Positions are durable and never used twice, not when entries are gone or damaged.
 * Three consumers follow it: the blocks, the receipts of QoS 2 messages, and whoever follows the points. An entry goes when
 * all have passed it.
 */
export class Journal {
  #last: number;
  /** Up to here everything is in blocks: what the storage says, and what it is to say next. */
  #inBlocks: number;
  #released: number;
  /** Nothing behind this goes: somebody has not seen it. */
  #keptBehind = Number.POSITIVE_INFINITY;
  /** How far the follower is; undefined when there is none. What the storage says of it may be less. */
  #followed: number | undefined;
  #followedNotedAt = Number.NEGATIVE_INFINITY;
  #trimmed: number;
  #durable: Durable;

  constructor({ last, blocks, followed, oldest, newest }: LogState) {
    this.#followed = followed > 0 ? followed - 1 : undefined;
    this.#inBlocks = blocks;
    this.#released = blocks;
    this.#last = Math.max(newest, last, blocks);
    this.#trimmed = oldest === 0 ? this.#last : oldest - 1;
    this.#durable = { inBlocks: this.#inBlocks, trimmed: this.#trimmed };
  }

  /** Up to here a start need not replay anything. */
  get inBlocks(): number {
    return this.#inBlocks;
  }

  append(storage: StorageTransaction, frame: Uint8Array): number {
    storage.append(++this.#last, frame);
    return this.#last;
  }

  /** The newest position there ever was. */
  get last(): number {
    return this.#last;
  }

  /** From now on positions are greater than this; the storage says so already. */
  startAfter(position: number): void {
    this.#last = Math.max(this.#last, position);
  }

  /** Keeps a damaged entry for whoever can still make something of it; it may be the newest. */
  setAside(storage: StorageTransaction, position: number): void {
    storage.note("last", this.#last);
    storage.setAside(position);
  }

  /** Entries up to `position` are in blocks, durably; the storage says so with the next transaction. */
  release(position: number): void {
    this.#released = Math.max(this.#released, position);
  }

  /** Entries behind `position` stay, whatever else is done with them. */
  keepBehind(position: number): void {
    this.#keptBehind = position;
  }

  /** Somebody follows the log from a position on, or nobody does; durable with the transaction. */
  follow(storage: StorageTransaction, position: number | undefined): void {
    storage.note("followed", position === undefined ? 0 : position + 1);
  }

  noteFollowed(storage: StorageTransaction): void {
    const now = performance.now();
    if (this.#followed === undefined || now - this.#followedNotedAt < noteFollowedMs) return;
    this.#followedNotedAt = now;
    this.follow(storage, this.#followed);
  }

  /** What the storage says already, or may say with the next entries that go. */
  followedUpTo(position: number | undefined): void {
    this.#followed = position;
  }

  /** Released, but the storage does not say so yet: after a crash these entries would be replayed. */
  get isReleasing(): boolean {
    return this.#inBlocks < this.#released;
  }

  get hasReleased(): boolean {
    return this.isReleasing || this.#trimmed < this.#trimmable;
  }

  get #trimmable(): number {
    return Math.min(this.#inBlocks, this.#keptBehind, this.#followed ?? Number.POSITIVE_INFINITY);
  }

  /** Notes what is in blocks, and removes a few of the entries nobody needs. */
  trim(storage: StorageTransaction): void {
    if (this.isReleasing) {
      this.#inBlocks = this.#released;
      storage.note("blocks", this.#inBlocks);
    }
    if (this.#trimmed >= this.#trimmable) return;
    this.#trimmed = Math.min(this.#trimmed + trimEntries, this.#trimmable);
    storage.note("last", this.#last);
    if (this.#followed !== undefined) this.follow(storage, this.#followed);
    storage.trim(this.#trimmed);
  }

  committed(): void {
    if (this.#durable.inBlocks === this.#inBlocks && this.#durable.trimmed === this.#trimmed) return;
    this.#durable = { inBlocks: this.#inBlocks, trimmed: this.#trimmed };
  }

  /** The transaction was rolled back: what it noted and removed is as before. */
  rolledBack(): void {
    this.#inBlocks = this.#durable.inBlocks;
    this.#trimmed = this.#durable.trimmed;
  }
}
