import type { Hold } from "../../core/files/index.ts";

interface Watch {
  /** Nobody holds it, and nobody did since the watch began. */
  isUntouched(sha256: string): boolean;
  end(): void;
}

/**
 * Who uses which content at this moment. A removal has to ask the records first, and in the meantime a new record
 * may come to refer to the content: whoever puts or opens it holds it, a watch notices, and the removal stays away.
 */
export class BlobHolds {
  readonly #held = new Map<string, number>();
  readonly #watches = new Set<Set<string>>();
  readonly #removals = new Map<string, Promise<void>>();

  hold(hashes: readonly string[]): Hold {
    for (const sha256 of hashes) {
      this.#held.set(sha256, (this.#held.get(sha256) ?? 0) + 1);
      for (const touched of this.#watches) touched.add(sha256);
    }
    let isHeld = true;
    return {
      release: () => {
        if (isHeld) for (const sha256 of hashes) this.#letGo(sha256);
        isHeld = false;
      },
    };
  }

  isHeld(sha256: string): boolean {
    return this.#held.has(sha256);
  }

  watch(hashes: readonly string[]): Watch {
    const touched = new Set(hashes.filter((sha256) => this.#held.has(sha256)));
    this.#watches.add(touched);
    return {
      isUntouched: (sha256) => !touched.has(sha256),
      end: () => this.#watches.delete(touched),
    };
  }

  /** Remembers a removal until it is done. */
  async removing(sha256: string, removal: Promise<void>): Promise<void> {
    this.#removals.set(sha256, removal);
    try {
      await removal;
    } finally {
      this.#removals.delete(sha256);
    }
  }

  /** Resolves when no removal of it is under way. */
  async removed(sha256: string): Promise<void> {
    await this.#removals.get(sha256)?.catch(() => undefined);
  }

  #letGo(sha256: string): void {
    const count = this.#held.get(sha256) ?? 0;
    if (count > 1) this.#held.set(sha256, count - 1);
    else this.#held.delete(sha256);
  }
}
