import { useEffect, useState } from "react";
import { live } from "../app.ts";
import { type Tail, tailWith } from "../charts/live-tail.ts";

type Tails = ReadonlyMap<string, Tail>;

const none: Tails = new Map();
const empty: Tail = new Map();

const toForget = new Set<(deviceId: string) => void>();

/** Points of a device were deleted: what arrived of it is no longer so. What is left is in its history. */
export function forgetTails(deviceId: string): void {
  for (const forget of toForget) forget(deviceId);
}

interface Watched {
  readonly deviceId: string;
  readonly keys: readonly string[];
}

/**
 * What arrives while a live chart is looked at, by the id of its device. What the history has by then is passed over when both
 * are drawn.
 */
export function useLiveTails(watched: readonly Watched[], isLive: boolean): Tails {
  const [tails, setTails] = useState({ of: "", points: none });
  const wanted = JSON.stringify(watched.map(({ deviceId, keys }) => ({ deviceId, keys })));
  const of = JSON.stringify(watched.map(({ deviceId }) => deviceId));
  useEffect(() => {
    if (!isLive) return undefined;
    const stops = (JSON.parse(wanted) as Watched[])
      .filter(({ keys }) => keys.length > 0)
      .map(({ deviceId, keys }) =>
        live.subscribe({ deviceId, telemetry: [...keys] }, ({ telemetry }) => {
          if (!telemetry) return;
          setTails((before) => {
            const known = before.of === of ? before.points : none;
            const tail = tailWith(known.get(deviceId) ?? empty, telemetry, keys);
            return { of, points: new Map(known).set(deviceId, tail) };
          });
        }),
      );
    return () => {
      for (const stop of stops) stop();
    };
  }, [wanted, of, isLive]);
  useEffect(() => {
    const forget = (deviceId: string) =>
      setTails((before) => ({ ...before, points: new Map([...before.points].filter(([id]) => id !== deviceId)) }));
    toForget.add(forget);
    return () => void toForget.delete(forget);
  }, []);
  return isLive && tails.of === of ? tails.points : none;
}
