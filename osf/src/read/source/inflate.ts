import { PackedInput } from "./packed-input.ts";
import { StreamFeeder } from "./stream-feeder.ts";

/** Unpacks gzip or zlib data. Delivers all that can be unpacked, then throws InflateProblem if that was not all. */
export type Inflate = (chunks: AsyncIterable<Uint8Array>, kind: "gzip" | "zlib") => AsyncIterable<Uint8Array>;

const problems = { truncated: "is cut off", damaged: "is damaged", surplus: "has bytes behind its end" } as const;

/** Compressed data that ends too early, is damaged, or does not end the file. */
export class InflateProblem extends Error {
  override readonly name = "InflateProblem";
  readonly reason: keyof typeof problems;

  constructor(reason: keyof typeof problems, cause?: unknown) {
    super(`The compressed data ${problems[reason]}`, { cause });
    this.reason = reason;
  }
}

/**
 * Inflate with the platform's DecompressionStream, which browsers have. It drops what nobody has read yet when it
 * fails, and it reports cut data as a failure at the end. So the end is only announced once everything before it
 * was read (§11: deliver what inflates). It knows one gzip member only: each gets a stream of its own.
 */
export const inflateWithStreams: Inflate = async function* (chunks, kind) {
  const input = new PackedInput(chunks);
  try {
    while (yield* inflateMember(input, kind));
  } finally {
    await input.close();
  }
};

/** One gzip member, or all of a zlib stream; true when another member follows. */
async function* inflateMember(input: PackedInput, kind: "gzip" | "zlib"): AsyncGenerator<Uint8Array, boolean> {
  const stream = new DecompressionStream(kind === "gzip" ? "gzip" : "deflate");
  const reader = stream.readable.getReader();
  const feeder = new StreamFeeder(stream.writable.getWriter(), input, kind === "gzip");
  const feeding = feeder.run();
  try {
    for (;;) {
      feeder.isReaderWaiting = true;
      const { done, value } = await reader.read();
      feeder.isReaderWaiting = false;
      if (done) break;
      feeder.unpackedBytes += value.length;
      yield value;
    }
  } catch (error) {
    throw feeder.sourceFailure ?? new InflateProblem(feeder.end === "source" ? "truncated" : "damaged", error);
  } finally {
    feeder.stop();
    await reader.cancel().catch(() => undefined);
    await feeding;
  }
  if (feeder.sourceFailure) throw feeder.sourceFailure;
  return feeder.end === "member";
}
