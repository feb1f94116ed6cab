const remindEveryMs = 30_000;

/** Hands the bytes on and says now and then that they are still coming: a running upload extends its request [CMD2]. */
export async function* whileArriving(
  content: AsyncIterable<Buffer>,
  remind: () => Promise<void> | undefined,
): AsyncGenerator<Buffer> {
  let last = performance.now();
  for await (const chunk of content) {
    if (performance.now() - last > remindEveryMs) {
      last = performance.now();
      await remind();
    }
    yield chunk;
  }
}
