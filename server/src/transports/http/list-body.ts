import type { Page, PageRequest } from "../../kernel/paging.ts";
import { listStream } from "./list-stream.ts";

/** `limit=-1` asks for everything in one response [API5]. */
const everything = -1;
/** Longer lists are streamed, whatever their limit: memory does not grow with what a caller asks for. */
const longestInMemory = 1_000;

/** Whether a list with this limit is sent as a stream, which is long work [API11]. */
export const isLongList = (limit: number): boolean => limit === everything || limit > longestInMemory;

interface ListSource<T> {
  readonly page: (request: PageRequest) => Promise<Page<T>>;
  /** All records in the order of the pages. */
  readonly stream: () => AsyncIterable<readonly T[]>;
}

export interface ListReply {
  readonly request: { readonly method: string };
  readonly raw: { readonly destroyed: boolean };
  type(mediaType: string): unknown;
}

interface ListBody<Record> {
  data: Record[];
  totalPages: number;
  totalElements: number;
  hasNext: boolean;
}

/** A list in the form every list has: a page of it, or all of it as a stream. */
export async function listBody<T, Record>(
  reply: ListReply,
  query: { readonly page?: number; readonly limit?: number },
  source: ListSource<T>,
  recordOf: (item: T) => Record,
): Promise<ListBody<Record>> {
  const request = { page: query.page ?? 0, limit: query.limit ?? 100 };
  if (!isLongList(request.limit)) {
    return bodyOf(await source.page(request), recordOf);
  }
  const totals = totalsOf(request, (await source.page({ page: 0, limit: 1 })).totalElements);
  const isBehindTheEnd = request.page >= totals.totalPages;
  // Nothing reads the body of a HEAD: no reason to fetch it.
  if (isBehindTheEnd || reply.request.method === "HEAD") return { data: [], ...totals };
  reply.type("application/json; charset=utf-8");
  const stream = await listStream(
    slice(source.stream(), request),
    recordOf,
    request.limit === everything ? undefined : totals,
  );
  if (reply.raw.destroyed) stream.destroy(); // the reader left before the first byte: nobody else would close it
  // The framework sends a stream as it is; to the types it is the body that it writes.
  return stream as unknown as ListBody<Record>;
}

const bodyOf = <T, Record>(page: Page<T>, recordOf: (item: T) => Record): ListBody<Record> => ({
  ...page,
  data: page.data.map(recordOf),
});

function totalsOf({ page, limit }: PageRequest, totalElements: number): Omit<Page<never>, "data"> {
  const totalPages = limit === everything ? Math.min(totalElements, 1) : Math.ceil(totalElements / limit);
  return { totalPages, totalElements, hasNext: page + 1 < totalPages };
}

/** The records of one page out of the stream of all of them. */
async function* slice<T>(
  chunks: AsyncIterable<readonly T[]>,
  { page, limit }: PageRequest,
): AsyncGenerator<readonly T[]> {
  if (limit === everything) return yield* chunks;
  let toSkip = page * limit;
  let toTake = limit;
  for await (const chunk of chunks) {
    const wanted = chunk.slice(toSkip, toSkip + toTake);
    toSkip = Math.max(0, toSkip - chunk.length);
    toTake -= wanted.length;
    if (wanted.length > 0) yield wanted;
    if (toTake === 0) return;
  }
}
