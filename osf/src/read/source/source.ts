/** Bytes of a file: in memory, a Blob, or a stream (web or Node). A function is asked for a new stream per pass. */
export type OsfSource =
  | Uint8Array
  | ArrayBuffer
  | Blob
  | ReadableStream<Uint8Array>
  | AsyncIterable<Uint8Array>
  | (() => AsyncIterable<Uint8Array>);

/** How much of a Blob or a byte array is handled at once. */
const chunkBytes = 1 << 20;

/** A source that can be read from the beginning more than once, or only once. */
export interface Chunks {
  readonly isReplayable: boolean;
  open(): AsyncIterable<Uint8Array>;
}

export function chunksOf(source: OsfSource): Chunks {
  if (typeof source === "function") return { isReplayable: true, open: source };
  if (source instanceof Uint8Array) return { isReplayable: true, open: () => piecesOf(source) };
  if (source instanceof ArrayBuffer) return { isReplayable: true, open: () => piecesOf(new Uint8Array(source)) };
  if (source instanceof Blob) return { isReplayable: true, open: () => slicesOf(source) };
  if (source instanceof ReadableStream) return { isReplayable: false, open: () => streamed(source) };
  return { isReplayable: false, open: () => source };
}

async function* piecesOf(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes);
}

async function* slicesOf(blob: Blob): AsyncIterable<Uint8Array> {
  for (let at = 0; at < blob.size; at += chunkBytes) {
    yield new Uint8Array(await blob.slice(at, at + chunkBytes).arrayBuffer());
  }
}

/** Not every browser lets a ReadableStream be iterated. */
async function* streamed(stream: ReadableStream<Uint8Array>): AsyncIterable<Uint8Array> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
