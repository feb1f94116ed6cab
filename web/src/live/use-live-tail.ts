import { useEffect, useState } from "react";
import { live } from "../app.ts";
import { type Tail, tailWith } from "../charts/live-tail.ts";

const none: Tail = new Map();

/** What arrives while a chart is looked at; `since` names the reading of history it follows on. */
export function useLiveTail(deviceId: string, keys: readonly string[], isLive: boolean, since: unknown): Tail {
  const [tail, setTail] = useState<{ readonly of: unknown; readonly points: Tail }>({ of: since, points: none });
  const wanted = JSON.stringify(keys);
  useEffect(() => {
    const watched = JSON.parse(wanted) as string[];
    if (!isLive || watched.length === 0) return undefined;
    return live.subscribe({ deviceId, telemetry: watched }, ({ telemetry }) => {
      if (!telemetry) return;
      setTail(({ of, points }) => ({ of, points: tailWith(points, telemetry, watched) }));
    });
  }, [deviceId, wanted, isLive]);
  // a new reading has most of it; the newest point bridges to the next
  if (tail.of !== since) setTail({ of: since, points: lastOnly(tail.points) });
  return isLive ? tail.points : none;
}

const lastOnly = (tail: Tail): Tail => new Map([...tail].map(([key, points]) => [key, points.slice(-1)]));
