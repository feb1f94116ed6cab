const medianOf = (list: readonly number[]): number =>
  list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? Number.NaN;

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/**
 * Two candidates in turns, so that whatever else the machine does hits both alike; medians in milliseconds. `prepare` is
 * not measured.
 */
export async function compareMs(
  ours: () => Promise<unknown>,
  theirs: () => Promise<unknown>,
  runs: number,
  prepare: () => void = () => undefined,
): Promise<{ readonly ours: number; readonly theirs: number }> {
  const times = { ours: [] as number[], theirs: [] as number[] };
  prepare();
  await ours();
  await theirs();
  for (let run = 0; run < runs; run++) {
    prepare();
    times.ours.push(await timed(ours));
    times.theirs.push(await timed(theirs));
  }
  return { ours: medianOf(times.ours), theirs: medianOf(times.theirs) };
}

export const mib = (bytes: number): string => `${(bytes / 1_048_576).toFixed(1)} MiB`;
