/**
 * Who reads which content, and which of these are to be removed when their last reader has ended: an S3 promises nobody
 * that what it has begun to send goes on after its removal. A process that dies before leaves a stray, which is found.
 */
export class ContentReaders {
  readonly #readers = new Map<string, number>();
  readonly #doomed = new Set<string>();
  readonly #remove: (sha256: string) => Promise<void>;

  constructor(remove: (sha256: string) => Promise<void>) {
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

  /** True: somebody reads it, it goes later. */
  doom(sha256: string): boolean {
    if (!this.#readers.has(sha256)) return false;
    this.#doomed.add(sha256);
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
    if (this.#doomed.delete(sha256)) this.#remove(sha256).catch(() => undefined); // found again as a stray
  }
}
