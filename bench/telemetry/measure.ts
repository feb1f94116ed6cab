import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";

export const now = (): number => performance.now();

/** Milliseconds of `work`, the best of some repetitions: the others were disturbed. */
export async function bestOf(repetitions: number, work: () => unknown): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let i = 0; i < repetitions; i++) {
    const start = now();
    await work();
    best = Math.min(best, now() - start);
  }
  return best;
}

/** Starts counting the CPU time of the whole process, which a busy machine does not change; the result ends it. */
export function cpuClock(): () => number {
  const start = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1000;
  };
}

export const bytesIn = (folder: string): number =>
  readdirSync(folder).reduce((sum, file) => sum + statSync(join(folder, file)).size, 0);

export const residentMiB = (): number => process.memoryUsage.rss() / 2 ** 20;

export const rateOf = (points: number, ms: number): string =>
  `${Math.round((points / ms) * 1000).toLocaleString("en")} points/s`;

/** How many points the stream has. */
export const streamPoints = Number(process.env["POINTS"] ?? 5_000_000);

/** A line of the report without a verdict. */
export function line(what: string, ours: string, theirs = "", remark = ""): void {
  console.log(`${what.padEnd(40)} ${ours.padStart(22)} ${theirs.padStart(22)}   ${remark}`.trimEnd());
}

/** Whether figures that should not grow do not: the last is at most a twentieth above the first. */
export function flatness(what: string, figures: readonly number[]): void {
  const [first = 1, last = first] = [figures[0], figures.at(-1)];
  report(what, `${last.toFixed(0)} MiB`, `${first.toFixed(0)} MiB`, first / last, 0.95);
}

/** One line of the report: what was measured, both sides, the ratio and whether the aim was met. */
export function report(what: string, ours: string, theirs: string, ratio: number, aim: number): void {
  const verdict = ratio >= aim ? "met" : "MISSED";
  console.log(
    `${what.padEnd(40)} ${ours.padStart(22)} ${theirs.padStart(22)} ${`${ratio.toFixed(2)}×`.padStart(10)}   aim ≥ ${aim}× ${verdict}`,
  );
}
