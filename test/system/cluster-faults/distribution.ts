/** Times by what they were measured of. */
export class Distributions {
  readonly #times = new Map<string, number[]>();

  add(name: string, ms: number): void {
    this.#times.set(name, [...(this.#times.get(name) ?? []), ms]);
  }

  get count(): number {
    return [...this.#times.values()].reduce((sum, { length }) => sum + length, 0);
  }

  /** One line each. */
  lines(): string[] {
    return [...this.#times]
      .toSorted(([a], [b]) => a.localeCompare(b))
      .map(([name, times]) => `${name}: ${times.length} ×, ${quantiles(times)}`);
  }
}

export function quantiles(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => seconds(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]);
  return `p50 ${at(0.5)}, p90 ${at(0.9)}, max ${seconds(sorted.at(-1))}`;
}

const seconds = (ms: number | undefined): string => (ms === undefined ? "–" : `${(ms / 1_000).toFixed(2)} s`);
