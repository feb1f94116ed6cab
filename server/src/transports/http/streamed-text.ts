import { Readable } from "node:stream";

const highWaterMark = 64 * 1024;

/**
 * Text that is sent as it is made, as fast as it is taken. The first part is made before the stream is handed over,
 * so that a failure until then is an ordinary error. A later one breaks the connection off: the body never ends as if
 * it were complete [API5].
 */
export async function streamedText(parts: AsyncIterable<string>): Promise<Readable> {
  const iterator = parts[Symbol.asyncIterator]();
  const first = await iterator.next();
  return Readable.from(resumed(first, iterator), { objectMode: false, highWaterMark });
}

async function* resumed(first: IteratorResult<string>, rest: AsyncIterator<string>): AsyncGenerator<string> {
  try {
    for (let step = first; !step.done; step = await rest.next()) yield step.value;
  } finally {
    await rest.return?.();
  }
}
