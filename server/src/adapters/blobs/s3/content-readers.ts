import type { BlobStore } from "../../../core/files/index.ts";

type Referenced = Parameters<BlobStore["removeUnreferenced"]>[1];
type Remove = (sha256: string, referenced: Referenced) => Promise<void>;

/**
 * Who reads which content, and which of these are to be removed when their last reader has ended: an S3 promises nobody
 * that what it has begun to send goes on after its removal. A process that dies before leaves a stray, which is found.
 */
export class ContentReaders {
  readonly #readers = new Map<string, number>();
  /** And whom to ask again by then: somebody may have put it at another node. */
  readonly #doomed = new Map<string, Referenced>();
  readonly #remove: Remove;

  constructor(remove: Remove) {
    this.#remove = remove;
  }

  /** Returns what ends it. */
  begin(sha256: string): () => void {
    this.#readers.set(sha256, (this.#readers.get(sha256) ?? 0) + 1);
    let isReading = true;
    return () => {
      if (isReading) this.#end(sha256);
      isReading = false;
    };
  }

  isDoomed(sha256: string): boolean {
    return this.#doomed.has(sha256);
  }

  /** As a new reader finds it: one that has a record again was put at another node meanwhile, and stays. */
  async isGone(sha256: string): Promise<boolean> {
    const referenced = this.#doomed.get(sha256);
    if (!referenced) return false;
    if (!(await referenced([sha256])).has(sha256)) return true;
    this.spare(sha256);
    return false;
  }

  /** True: somebody reads it, it goes later. */
  doom(sha256: string, referenced: Referenced): boolean {
    if (!this.#readers.has(sha256)) return false;
    this.#doomed.set(sha256, referenced);
    return true;
  }

  /** It was put again. */
  spare(sha256: string): void {
    this.#doomed.delete(sha256);
  }

  #end(sha256: string): void {
    const count = this.#readers.get(sha256) ?? 0;
    if (count > 1) return void this.#readers.set(sha256, count - 1);
    this.#readers.delete(sha256);
    const referenced = this.#doomed.get(sha256);
    this.#doomed.delete(sha256);
    if (referenced) this.#remove(sha256, referenced).catch(() => undefined); // found again as a stray
  }
}
