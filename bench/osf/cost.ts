/** Milliseconds: on the clock, of processor time over all threads of this process, and of this thread alone. */
export interface Cost {
  readonly clock: number;
  readonly processor: number;
  readonly thread: number;
}

const never: Cost = { clock: Infinity, processor: Infinity, thread: Infinity };
const rounds = 5;

async function costOf(work: () => Promise<unknown> | unknown): Promise<Cost> {
  const [start, before, own] = [performance.now(), process.cpuUsage(), process.threadCpuUsage()];
  await work();
  const [all, thread] = [process.cpuUsage(before), process.threadCpuUsage(own)];
  return {
    clock: performance.now() - start,
    processor: (all.user + all.system) / 1000,
    thread: (thread.user + thread.system) / 1000,
  };
}

const least = (a: Cost, b: Cost): Cost =>
  a.processor <= b.processor
    ? { ...a, clock: Math.min(a.clock, b.clock) }
    : { ...b, clock: Math.min(a.clock, b.clock) };

/** The best of several alternating rounds of works: one slow moment of the machine cannot decide. */
export async function compare<N extends string>(works: Readonly<Record<N, () => unknown>>): Promise<Record<N, Cost>> {
  const names = Object.keys(works) as N[];
  const best = Object.fromEntries(names.map((name) => [name, never])) as Record<N, Cost>;
  for (let round = 0; round < rounds; round++) {
    for (const name of names) best[name] = least(best[name], await costOf(works[name]));
  }
  return best;
}
