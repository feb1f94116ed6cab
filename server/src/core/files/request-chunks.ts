import type { Readable } from "node:stream";
import { uploadIncomplete } from "./errors.ts";

/**
 * The bytes of a request as they arrive. A client that goes away is an upload that is incomplete, not a bug of ours.
 * Whoever stops reading before the end can still answer: the rest passes by instead of blocking the client, which reads
 * no answer before it has sent everything.
 */
export async function* requestChunks(request: Readable & { readonly complete?: boolean }): AsyncGenerator<Buffer> {
  try {
    yield* request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
  } catch (error) {
    throw request.complete === true ? error : uploadIncomplete();
  } finally {
    request.resume();
  }
}
