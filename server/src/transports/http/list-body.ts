import { Readable } from "node:stream";
import type { Page, PageRequest } from "../../kernel/paging.ts";

/** `limit=-1` asks for everything in one response [API5]. */
const everything = -1;

interface ListSource<T> {
  readonly page: (request: PageRequest) => Promise<Page<T>>;
  readonly stream: () => AsyncIterable<readonly T[]>;
}

interface ListBody<Record> {
  data: Record[];
  totalPages: number;
  totalElements: number;
  hasNext: boolean;
}

/** A list in the form every list has: a page of it, or all of it as a stream. */
export async function listBody<T, Record>(
  reply: { type(mediaType: string): unknown },
  query: { readonly page?: number; readonly limit?: number },
  source: ListSource<T>,
  recordOf: (item: T) => Record,
): Promise<ListBody<Record>> {
  const { page = 0, limit = 100 } = query;
  if (limit !== everything) return bodyOf(await source.page({ page, limit }), recordOf);
  if (page > 0) return bodyOf(await behindTheOnlyPage(source), recordOf);
  reply.type("application/json; charset=utf-8");
  // The framework sends a stream as it is; to the types it is the body that it writes.
  return (await streamedList(source.stream(), recordOf)) as unknown as ListBody<Record>;
}

const bodyOf = <T, Record>(page: Page<T>, recordOf: (item: T) => Record): ListBody<Record> => ({
  ...page,
  data: page.data.map(recordOf),
});

async function behindTheOnlyPage<T>(source: ListSource<T>): Promise<Page<T>> {
  const { totalElements } = await source.page({ page: 0, limit: 1 });
  return { data: [], totalElements, totalPages: Math.min(totalElements, 1), hasNext: false };
}

/**
 * The first records are fetched before the stream is handed over, so that a failure until then is an ordinary
 * error. A later one breaks the connection off: the body never ends as if it were complete.
 */
async function streamedList<T, Record>(
  chunks: AsyncIterable<readonly T[]>,
  recordOf: (item: T) => Record,
): Promise<Readable> {
  const iterator = chunks[Symbol.asyncIterator]();
  const first = await iterator.next();
  return Readable.from(bodyParts(first, iterator, recordOf), { objectMode: false, highWaterMark: 64 * 1024 });
}

async function* bodyParts<T, Record>(
  first: IteratorResult<readonly T[]>,
  rest: AsyncIterator<readonly T[]>,
  recordOf: (item: T) => Record,
): AsyncGenerator<string> {
  let count = 0;
  try {
    yield '{"data":[';
    for (let step = first; !step.done; step = await rest.next()) {
      const records = step.value.map((item) => JSON.stringify(recordOf(item))).join(",");
      yield count === 0 ? records : `,${records}`;
      count += step.value.length;
    }
    yield `],"totalPages":${count > 0 ? 1 : 0},"totalElements":${count},"hasNext":false}`;
  } finally {
    await rest.return?.();
  }
}
