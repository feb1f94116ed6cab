/** An upload that begins in the last moment extends its request, too; one that is over by now has no need to. */
const firstAfterMs = 1_000;
const thenEveryMs = 30_000;

/** Hands the bytes on and says now and then that they are still coming: a running upload extends its request [CMD2]. */
export async function* whileArriving(
  content: AsyncIterable<Buffer>,
  remind: () => Promise<void> | undefined,
): AsyncGenerator<Buffer> {
  let next = performance.now() + firstAfterMs;
  for await (const chunk of content) {
    if (performance.now() >= next) {
      next = performance.now() + thenEveryMs;
      await remind();
    }
    yield chunk;
  }
}
