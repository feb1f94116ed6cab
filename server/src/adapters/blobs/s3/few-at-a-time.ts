/** Does all of it, at most so many at once; after a failure nothing more is begun, and what is under way is waited for. */
export async function fewAtATime<T, R>(
  items: readonly T[],
  atOnce: number,
  work: (item: T, index: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const left = items.entries();
  let hasFailed = false;
  const worker = async () => {
    for (const [index, item] of left) {
      if (hasFailed) return;
      results[index] = await work(item, index);
    }
  };
  const workers = Array.from({ length: atOnce }, () =>
    worker().catch((error: unknown) => {
      hasFailed = true;
      throw error;
    }),
  );
  const failed = (await Promise.allSettled(workers)).find((done) => done.status === "rejected");
  if (failed) throw failed.reason;
  return results;
}
