import { Worker } from "node:worker_threads";

/** Asks /health/live over and over from a thread of its own, which has nothing else to do. */
export function watchHealth(port: number): { end(): Promise<string> } {
  const worker = new Worker(new URL("./health.worker.ts", import.meta.url), { workerData: port });
  return {
    end: async () => {
      const told = new Promise<number[]>((resolve) => worker.once("message", resolve));
      worker.postMessage("end");
      return summaryOf(await told);
    },
  };
}

function summaryOf(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => `${(sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN).toFixed(1)} ms`;
  return `p50 ${at(0.5)}, p99 ${at(0.99)}, longest ${at(1)} of ${times.length}`;
}
