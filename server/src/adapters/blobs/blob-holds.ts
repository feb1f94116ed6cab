import type { Hold, Removal } from "../../core/files/index.ts";

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

  /** Removes those that no record refers to and nobody touched since the records were asked. */
  async removeUnreferenced(
    hashes: readonly string[],
    referenced: (hashes: readonly string[]) => Promise<ReadonlySet<string> | "copied">,
    removeAll: (removable: readonly string[]) => Promise<unknown>,
  ): Promise<Removal> {
    const watch = this.#watch(hashes);
    try {
      const kept = await referenced(hashes);
      if (kept === "copied") return { removed: [], busy: hashes };
      const unneeded = [...new Set(hashes)].filter((sha256) => !kept.has(sha256));
      const [removable, busy] = [unneeded.filter(watch.isUntouched), unneeded.filter((one) => !watch.isUntouched(one))];
      // Begun in the same turn in which it was found untouched: a `put` from now on waits for it.
      await removeAll(removable);
      return { removed: removable, busy };
    } finally {
      watch.end();
    }
  }

  #watch(hashes: readonly string[]): Watch {
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

/**
 * Nothing is removed while somebody copies. Looked at after the records were asked: whoever begins to copy later sees
 * records that are as new, and does not look for what they do not name.
 */
export const unlessCopied =
  (referenced: (hashes: readonly string[]) => Promise<ReadonlySet<string>>, isCopied: () => Promise<boolean>) =>
  async (hashes: readonly string[]): Promise<ReadonlySet<string> | "copied"> => {
    const kept = await referenced(hashes);
    return (await isCopied()) ? "copied" : kept;
  };
