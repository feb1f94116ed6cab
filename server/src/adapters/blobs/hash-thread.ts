import { Worker } from "node:worker_threads";
import type { ContentDigest } from "./content-digest.ts";
import type { HashAnswer, HashRequest } from "./hash.worker.ts";
import type { Block } from "./shared-blocks.ts";

interface Asked {
  readonly resolve: (digest: ContentDigest | undefined) => void;
  readonly reject: (error: Error) => void;
}

/** The hash of one content, made beside everything else. */
export interface ThreadHash {
  /** Resolves when the block has been read and may be filled anew. */
  update(block: Block): Promise<void>;
  digest(): Promise<ContentDigest>;
  /** The content will not be finished. */
  drop(): void;
}

/**
 * SHA-256 and the sums of the pieces in a thread: without it, hashing would be most of what the main thread does during an upload. The thread is
 * started by the first content that is worth it; a lost one fails the contents under way and is replaced.
 */
export class HashThread {
  #worker: Worker | undefined;
  #lastContent = 0;
  /** What was asked about each content, in order. */
  readonly #asked = new Map<number, Asked[]>();

  open(): ThreadHash {
    const content = ++this.#lastContent;
    const worker = this.#running();
    return {
      update: async (block) => void (await this.#ask(worker, { kind: "update", content, block })),
      digest: async () => digestIn(await this.#ask(worker, { kind: "digest", content })),
      drop: () => worker.postMessage({ kind: "drop", content } satisfies HashRequest),
    };
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
  }

  #running(): Worker {
    if (this.#worker) return this.#worker;
    const worker = new Worker(new URL("./hash.worker.ts", import.meta.url));
    worker.on("message", ({ content, digest }: HashAnswer) => this.#answered(content)?.resolve(digest));
    worker.on("error", (error) => this.#lost(error instanceof Error ? error : new Error(String(error))));
    worker.on("exit", () => this.#lost(new Error("the thread that hashes ended")));
    worker.unref();
    this.#worker = worker;
    return worker;
  }

  #ask(worker: Worker, request: HashRequest): Promise<ContentDigest | undefined> {
    if (worker !== this.#worker) throw new Error("the thread that hashes was lost");
    return new Promise((resolve, reject) => {
      const asked = this.#asked.get(request.content) ?? [];
      this.#asked.set(request.content, [...asked, { resolve, reject }]);
      worker.ref(); // a process that does nothing else waits for the answer
      worker.postMessage(request);
    });
  }

  #answered(content: number): Asked | undefined {
    const [first, ...rest] = this.#asked.get(content) ?? [];
    if (rest.length > 0) this.#asked.set(content, rest);
    else this.#asked.delete(content);
    if (this.#asked.size === 0) this.#worker?.unref();
    return first;
  }

  #lost(error: Error): void {
    this.#worker = undefined;
    const asked = [...this.#asked.values()].flat();
    this.#asked.clear();
    for (const { reject } of asked) reject(error);
  }
}

function digestIn(digest: ContentDigest | undefined): ContentDigest {
  if (!digest) throw new Error("the thread that hashes answered without a hash");
  return digest;
}
