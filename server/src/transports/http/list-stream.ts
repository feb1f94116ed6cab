import { Readable } from "node:stream";
import { longWork } from "../../kernel/long-work-queue.ts";
import type { Page } from "../../kernel/paging.ts";

type Totals = Omit<Page<never>, "data">;

/**
 * The body of a list, written as its records come. The first records are fetched before the stream is handed over,
 * so that a failure until then is an ordinary error. A later one breaks the connection off: the body never ends as
 * if it were complete [API5]. Whatever way the stream ends, even unread, its source is closed.
 */
export async function listStream<T, Record>(
  chunks: AsyncIterable<readonly T[]>,
  recordOf: (item: T) => Record,
  totals: Totals | undefined,
): Promise<Readable> {
  const source = chunks[Symbol.asyncIterator]();
  const first = await source.next();
  const parts = bodyParts(first, source, recordOf, totals);
  return new Readable({
    read() {
      parts.next().then(
        ({ done, value }) => this.push(done ? null : value),
        (error: Error) => this.destroy(error),
      );
    },
    destroy(error, done) {
      // Not `parts.return()`: a generator that never ran has no `finally` to run either.
      Promise.resolve(source.return?.()).then(
        () => done(error),
        () => done(error),
      );
    },
  });
}

/** Without known totals what was written is counted: everything. */
async function* bodyParts<T, Record>(
  first: IteratorResult<readonly T[]>,
  rest: AsyncIterator<readonly T[]>,
  recordOf: (item: T) => Record,
  totals: Totals | undefined,
): AsyncGenerator<string> {
  let count = 0;
  yield '{"data":[';
  for (let step = first; !step.done; step = await rest.next()) {
    await longWork.nextPiece();
    const records = step.value.map((item) => JSON.stringify(recordOf(item))).join(",");
    yield count === 0 ? records : `,${records}`;
    count += step.value.length;
  }
  const { totalPages, totalElements, hasNext } = totals ?? { totalPages: 1, totalElements: count, hasNext: false };
  yield `],"totalPages":${totalPages},"totalElements":${totalElements},"hasNext":${hasNext}}`;
}
