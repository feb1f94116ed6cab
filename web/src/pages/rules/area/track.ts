import type { History } from "../../../api/telemetry.ts";
import { type Placed, positionIn, type Sent } from "../../../map/position.ts";

/** The way a device took, in the order of time; where many points were sent, from the means of some time each. */
export function trackOf({ parts }: Pick<History, "parts">, latitude: string, longitude: string): readonly Placed[] {
  const points = parts.NONE ?? parts.AVG ?? {};
  const longitudes = new Map(points[longitude]?.map(({ ts, value }) => [ts, value]));
  const keys = { pairs: [], latitudes: [latitude], longitudes: [longitude] };
  return (points[latitude] ?? []).flatMap(({ ts, value }) => {
    const sent = new Map<string, Sent>([
      [latitude, { ts, value }],
      [longitude, { ts, value: longitudes.get(ts) }],
    ]);
    return positionIn(sent, keys) ?? [];
  });
}
