import type { TelemetryPoints } from "@heliograph/contract";

/** Points of a range with those before it (the latest first) and after it, by key; each moment once. */
export function withNeighbours(
  before: TelemetryPoints,
  inside: TelemetryPoints,
  after: TelemetryPoints,
): TelemetryPoints {
  const keys = new Set([before, inside, after].flatMap((points) => Object.keys(points)));
  return Object.fromEntries(
    [...keys].map((key) => {
      const points = [...(before[key] ?? []), ...(inside[key] ?? []), ...(after[key] ?? [])];
      const byTime = new Map(points.map((point) => [point.ts, point]));
      return [key, [...byTime.values()].sort((a, b) => a.ts - b.ts)];
    }),
  );
}
