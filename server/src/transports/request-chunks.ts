import type { Readable } from "node:stream";
import { uploadIncomplete, uploadStalled } from "../core/files/index.ts";

/** The request as Node has it. */
interface Body extends Readable {
  readonly complete?: boolean;
}

/** A connection whose upload was given up is closed when its answer had the time to leave. */
const closedAfterMs = 1_000;

/**
 * The bytes of a request as they arrive, limited by progress and never by total time [FILE6]. A client that goes away
 * is an upload that is incomplete, not a bug of ours. Whoever stops reading before the end can still answer: the rest
 * passes by instead of blocking the client, which reads no answer before it has sent everything.
 */
export async function* requestChunks(request: Body, stalledAfterMs: number): AsyncGenerator<Buffer> {
  const chunks = request.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>;
  let giveUp: ((error: Error) => void) | undefined; // only while a chunk is awaited: the disk may be slow, too
  const timer = setTimeout(() => giveUp?.(uploadStalled(stalledAfterMs)), stalledAfterMs);
  const next = () =>
    new Promise<IteratorResult<Buffer>>((resolve, reject) => {
      giveUp = reject;
      timer.refresh();
      chunks.next().then(resolve, reject);
    });
  try {
    for (;;) {
      const step = await next();
      giveUp = undefined;
      if (step.done) return;
      yield step.value;
    }
  } catch (error) {
    if (isStalled(error)) setTimeout(() => request.destroy(), closedAfterMs).unref();
    throw request.complete === true || isStalled(error) ? error : uploadIncomplete();
  } finally {
    clearTimeout(timer);
    if (!giveUp) await chunks.return?.();
    request.resume();
  }
}

const isStalled = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === uploadStalled(0).code;
