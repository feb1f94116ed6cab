import type { Transferable } from "node:worker_threads";
import { maxAbsoluteTs } from "../../../core/telemetry/index.ts";
import { BlockOpener } from "../blocks/block-opener.ts";
import { type Columns, ColumnsBuilder, noPoint } from "../columns.ts";
import type { ArenaMemory } from "../heads/arena.ts";
import { ArenaReader } from "../heads/arena-reader.ts";
import type { DamageReport } from "../storage/block-reads.ts";
import type { ReaderStorage } from "../storage/storage.ts";
import { BucketFold } from "./aggregate.ts";
import type { ReaderRequest } from "./reader-requests.ts";
import { SeriesReader } from "./series-reader.ts";

const everything = { from: -maxAbsoluteTs, to: maxAbsoluteTs + 1 } as const;

/** What a request comes to, and what of it need not be copied to another thread. */
interface Answer {
  readonly result: Columns;
  readonly transfer: readonly Transferable[];
}

type PointRequest = Exclude<ReaderRequest, { readonly type: "close" | "hang-up" }>;

const columnsAnswer = (result: Columns): Answer => ({
  result,
  transfer: [result.ts.buffer, result.kinds.buffer, result.numbers.buffer],
});

/** Answers what is asked of stored points, one request after the other. */
export class Reader {
  readonly #storage: ReaderStorage;
  readonly #series: SeriesReader;
  #line: Promise<unknown> = Promise.resolve();

  constructor(storage: ReaderStorage, arenas: readonly ArenaMemory[], report: DamageReport) {
    this.#storage = storage;
    const heads = arenas.map((memory) => new ArenaReader(memory));
    this.#series = new SeriesReader(storage, new BlockOpener(report), heads);
  }

  answer(request: PointRequest): Promise<Answer> {
    const answered = this.#line.then(() => this.#answer(request));
    this.#line = answered.catch(() => {}); // whoever asked is told
    return answered;
  }

  /** At once: what was asked before may be waiting for a server that is silent. */
  hangUp(): void {
    this.#storage.hangUp?.();
  }

  /** After everything that was asked before. */
  async close(): Promise<void> {
    await this.#line;
    await this.#storage.close();
  }

  async #answer(request: PointRequest): Promise<Answer> {
    switch (request.type) {
      case "read": {
        const { series, order, limit, maxText } = request;
        return columnsAnswer(await this.#series.read(series, request, order, limit, maxText));
      }
      case "aggregate":
        return columnsAnswer(await this.#aggregate(request));
      case "latest":
        return columnsAnswer(await this.#latest(request.series));
    }
  }

  async #aggregate({ edges, series, by }: ReaderRequest & { readonly type: "aggregate" }): Promise<Columns> {
    const fold = new BucketFold(edges, by);
    await this.#series.fold(series, edges, fold);
    return fold.results();
  }

  /** In one piece: copied one by one to another thread, hundreds of small ones cost more than to read them. */
  async #latest(series: readonly number[]): Promise<Columns> {
    const newest = new ColumnsBuilder(series.length);
    for (const id of series) {
      const columns = await this.#series.read(id, everything, "DESC", 1);
      newest.push(columns.ts.length === 0 ? noPoint : columns, 0);
    }
    return newest.build();
  }
}
