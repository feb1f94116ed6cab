const [minuteMs, hourMs] = [60_000, 3_600_000];
const youngMs = 24 * hourMs;

/** Of those that are offered, the shortest first. */
const usual = [
  { from: "now-15m", ms: 15 * minuteMs },
  { from: "now-1h", ms: hourMs },
  { from: "now-6h", ms: 6 * hourMs },
  { from: "now-24h", ms: 24 * hourMs },
] as const;

export type UsualRange = (typeof usual)[number];
export const usualHour: UsualRange = usual[1];

/** A first point at the very edge would be gone in a moment. */
const roomBefore = 0.9;

export const isYoung = (createdTime: number, now: number): boolean => now - createdTime < youngMs;

/** The shortest usual range that holds all points of a device that has begun lately; an hour for others. */
export function rangeSince(firstTs: number | undefined, now: number): UsualRange {
  if (firstTs === undefined) return usualHour;
  return usual.find(({ ms }) => now - firstTs < ms * roomBefore) ?? usualHour;
}
