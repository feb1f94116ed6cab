import type { Receipt } from "../../core/telemetry/index.ts";
import type { CommitQueue } from "./commit/commit-queue.ts";
import { type Unseen, unseenOf } from "./commit/unseen-commits.ts";
import type { WriterLine } from "./commit/writer-requests.ts";
import type { LatestCache } from "./heads/latest-cache.ts";
import { directoryPage } from "./limits.ts";
import type { SeriesDirectory } from "./series/series-directory.ts";
import type { SeriesDefinition } from "./storage/series-definition.ts";
import type { UnseenCommit } from "./storage/unseen-commits.ts";

interface MoveParts {
  readonly writer: WriterLine;
  readonly directory: SeriesDirectory;
  readonly latest: LatestCache;
  readonly queue: CommitQueue;
  /** Behind everything that was taken before. */
  readonly drained: () => Promise<void>;
}

/** What is to be done with shards that were taken before their devices are served: receipts that one who is gone had not noted. */
type BeforeServed = (receipts: readonly Readonly<Receipt>[]) => Promise<void>;

/** The shards of one of several stores: how they come and go (ADR 67), and what comes with them (ADR 78). */
export class ShardMoves {
  readonly #parts: MoveParts;

  constructor(parts: MoveParts) {
    this.#parts = parts;
  }

  /** Those whose devices are served here; a node that is alone has them all, and none. */
  get held(): readonly number[] {
    return this.#parts.directory.here?.ids ?? [];
  }

  /** Takes shards that are free; from here on their devices are served. Their series are known first [CLU2]. */
  async take(wanted: readonly number[], beforeServed: BeforeServed = async () => undefined): Promise<void> {
    const { writer, directory } = this.#parts;
    const shards = (await writer.request({ type: "take-shards", shards: wanted })) as readonly number[];
    if (shards.length === 0) return;
    const numbers = (await writer.request({ type: "numbers-in", shards })) as readonly number[];
    directory.takeIn(shards, await this.#seriesIn(shards), numbers);
    const unseen = await this.#unseenIn(shards);
    await beforeServed(unseen.receipts);
    await this.#removeReceipts(unseen);
    await this.#tell(unseen, () => directory.here?.add(shards));
  }

  /** A node that is alone has all of them from its start; its followers hear what was left, behind the past of its own log. */
  async takeLeft(shards: readonly number[]): Promise<void> {
    await this.#tell(await this.#unseenIn(shards), () => undefined);
  }

  /** What those that are gone had not noted in sessions; to be called before the first one is opened. */
  async recoverReceipts(shards: readonly number[], note: BeforeServed): Promise<void> {
    const unseen = await this.#unseenIn(shards);
    if (unseen.receipts.length > 0) await note(unseen.receipts);
    await this.#removeReceipts(unseen);
  }

  async #removeReceipts({ idsOfReceipts: ids }: Unseen): Promise<void> {
    if (ids.length > 0) await this.#parts.writer.request({ type: "remove-unseen", ids });
  }

  async #unseenIn(shards: readonly number[]): Promise<Unseen> {
    const found = (await this.#parts.writer.request({ type: "unseen-in", shards })) as readonly UnseenCommit[];
    return unseenOf(found, found.length > 0 ? this.#parts.directory.names() : new Map());
  }

  /** They get positions behind all that was told, and are told before anything that is appended from `serve` on. */
  async #tell({ commits }: Unseen, serve: () => void): Promise<void> {
    const { writer, queue } = this.#parts;
    if (commits.length === 0 || !queue.followed.isFollowed) return serve();
    const before = (await writer.request({ type: "reserve", count: commits.length })) as number;
    serve();
    for (const [at, commit] of commits.entries()) queue.followed.told({ ...commit, position: before + at + 1 });
  }

  async #seriesIn(shards: readonly number[]): Promise<SeriesDefinition[]> {
    const found: SeriesDefinition[] = [];
    for (;;) {
      const request = { type: "series-in", shards, after: found.at(-1)?.id ?? 0, limit: directoryPage } as const;
      const page = (await this.#parts.writer.request(request)) as readonly SeriesDefinition[];
      if (page.length === 0) return found;
      for (const definition of page) found.push(definition);
    }
  }

  /** Takes nothing more for these shards, turns all of them into blocks and frees them. What is being read is read to its end. */
  async give(shards: readonly number[], beforeFreed?: () => Promise<void>): Promise<void> {
    const { queue, directory, latest } = this.#parts;
    directory.here?.remove(shards);
    if (beforeFreed) await this.#whenReady(shards, beforeFreed);
    await queue.enqueue(() => {
      for (const id of directory.letGo(shards)) latest.forget(id);
      return { type: "give-shards", shards, receiptsUpTo: queue.receipts.passed };
    });
  }

  /** What cannot be given yet is served on. */
  async #whenReady(shards: readonly number[], beforeFreed: () => Promise<void>): Promise<void> {
    try {
      await this.#parts.drained();
      await beforeFreed();
    } catch (error) {
      this.#parts.directory.here?.add(shards);
      throw error;
    }
  }
}
