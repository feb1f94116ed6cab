import { useEffect, useState } from "react";
import { live } from "../app.ts";
import { type Tail, tailWith } from "../charts/live-tail.ts";

const none: Tail = new Map();

/** What arrives while a live chart is looked at. What the history has by then is passed over when both are drawn. */
export function useLiveTail(deviceId: string, keys: readonly string[], isLive: boolean): Tail {
  const [tail, setTail] = useState({ of: deviceId, points: none });
  const wanted = JSON.stringify(keys);
  useEffect(() => {
    const watched = JSON.parse(wanted) as string[];
    if (!isLive || watched.length === 0) return undefined;
    return live.subscribe({ deviceId, telemetry: watched }, ({ telemetry }) => {
      if (!telemetry) return;
      setTail((before) => ({
        of: deviceId,
        points: tailWith(before.of === deviceId ? before.points : none, telemetry, watched),
      }));
    });
  }, [deviceId, wanted, isLive]);
  return isLive && tail.of === deviceId ? tail.points : none;
}
