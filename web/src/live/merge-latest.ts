import type { LiveSample } from "@heliograph/client";
import type { TelemetryPoints } from "@heliograph/contract";

/** News over what was known: a key that is gone is null; an older point changes nothing [TEL4]. */
export function merged(before: TelemetryPoints, news: Readonly<Record<string, LiveSample | null>>): TelemetryPoints {
  const next = new Map(Object.entries(before));
  for (const [key, sample] of Object.entries(news)) {
    if (sample === null) next.delete(key);
    else if (sample.ts >= (before[key]?.[0]?.ts ?? Number.NEGATIVE_INFINITY)) next.set(key, [sample]);
  }
  return Object.fromEntries(next);
}
