const [minuteMs, hourMs, dayMs] = [60_000, 3_600_000, 86_400_000];

/** A time with some of what was before and after it; of a long one its beginning, where the cause is. */
export function shownAround(from: number, to: number, now: number): { readonly from: number; readonly to: number } {
  const end = Math.min(to, from + 7 * dayMs);
  const air = Math.min(Math.max((end - from) / 4, 10 * minuteMs), 12 * hourMs);
  return { from: Math.floor(from - air), to: Math.ceil(Math.min(end + air, Math.max(now, end))) };
}
