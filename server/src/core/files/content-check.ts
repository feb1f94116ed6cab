import { setTimeout as sleep } from "node:timers/promises";
import type { Clock } from "../../kernel/time.ts";
import type { EventBus } from "../events/index.ts";
import type { BlobStore, StoredBytes } from "./blob-store.ts";
import type { CheckProgress } from "./check-progress.ts";
import { blobDamaged, tellsLoss } from "./errors.ts";
import type { FileStore, OwnedFile } from "./file-store.ts";

/** Contents looked at between two notes of how far it came. */
const portion = 200;

interface CheckPace {
  /** 0: contents are not walked. */
  readonly bytesPerSecond: number;
  /** From the beginning of a walk to that of the next. */
  readonly everyMs: number;
}

interface CheckParts {
  readonly store: Pick<FileStore, "contentsAfter" | "setDamage">;
  readonly blobs: Pick<BlobStore, "verify">;
  readonly events: EventBus;
  readonly progress: CheckProgress;
  readonly pace: CheckPace;
  readonly clock: Clock;
  readonly log: CheckLog;
}

/** What whoever runs the node should read. */
export interface CheckLog {
  brokenOff(content: StoredBytes, error: unknown): void;
  damaged(files: readonly OwnedFile[], content: StoredBytes, reason: string): void;
  mended(files: readonly OwnedFile[], content: StoredBytes): void;
  failed(error: unknown): void;
}

/** Finds contents that are not what was stored any more: slowly all of them, at once those that a download met [REL5]. */
export class ContentCheck {
  readonly #parts: CheckParts;
  readonly #suspects = new Map<string, Promise<void>>();
  readonly #stopped = new AbortController();
  checkedBytes = 0;

  constructor(parts: CheckParts) {
    this.#parts = parts;
  }

  /** A download had to be broken off: is it the content, or was it only read badly? */
  suspect(content: StoredBytes, error: unknown): void {
    if (damageIn(error) === undefined) return;
    this.#parts.log.brokenOff(content, error);
    if (this.#suspects.has(content.sha256) || this.#stopped.signal.aborted) return;
    const looking = this.#look(content, async () => undefined)
      .catch((failure: unknown) => this.#parts.log.failed(failure))
      .finally(() => this.#suspects.delete(content.sha256));
    this.#suspects.set(content.sha256, looking);
  }

  /** The next portion of the walk, when one is due; goes on where a process before ended. */
  async step(): Promise<void> {
    const { store, progress, pace, clock } = this.#parts;
    if (pace.bytesPerSecond === 0) return;
    let { begun, after } = await progress.load();
    if (after === undefined) {
      if (begun !== undefined && clock() - begun < pace.everyMs && clock() >= begun) return;
      [begun, after] = [clock(), ""];
    }
    const contents = await store.contentsAfter(after, portion);
    for (const content of contents) {
      if (this.#stopped.signal.aborted) return;
      await this.#look(content, (bytes) => this.#pause(bytes));
      if (this.#stopped.signal.aborted) return;
      after = content.sha256;
      await this.#pause(content.size % pace.bytesPerSecond).catch(() => undefined); // stopped: what was looked at counts
    }
    await progress.save({ begun, after: contents.length < portion ? undefined : after });
  }

  async stop(): Promise<void> {
    this.#stopped.abort();
    await Promise.all(this.#suspects.values());
  }

  async #look(content: StoredBytes, pause: (bytes: number) => Promise<void>): Promise<void> {
    const reason = await this.#damageOf(content, pause);
    if (this.#stopped.signal.aborted) return;
    const files = await this.#parts.store.setDamage(content.sha256, reason);
    if (files.length === 0) return;
    if (reason === undefined) this.#parts.log.mended(files, content);
    else this.#parts.log.damaged(files, content, reason);
    for (const { tenantId, deviceId, file } of files) {
      const { tag, name, status } = file;
      this.#parts.events.publish("file-changed", { tenantId, deviceId, tag, name, status, isReceived: false });
    }
  }

  async #damageOf(content: StoredBytes, pause: (bytes: number) => Promise<void>): Promise<string | undefined> {
    try {
      await this.#parts.blobs.verify(content, pause);
      this.checkedBytes += content.size;
      return undefined;
    } catch (error) {
      if (this.#stopped.signal.aborted) return undefined;
      const damage = damageIn(error);
      if (damage === undefined) throw error;
      return damage;
    }
  }

  async #pause(bytes: number): Promise<void> {
    const ms = (bytes / this.#parts.pace.bytesPerSecond) * 1_000;
    if (ms >= 1) await sleep(ms, undefined, { signal: this.#stopped.signal }).catch(() => undefined);
    this.#stopped.signal.throwIfAborted();
  }
}

/** What an error says about the content; undefined when it says nothing about it, such as "too many open files". */
function damageIn(error: unknown): string | undefined {
  if (tellsLoss(error)) return error.message;
  const isUnreadable = error instanceof Error && "code" in error && error.code === "EIO";
  return isUnreadable ? blobDamaged("", "the disk cannot read it").message : undefined;
}
