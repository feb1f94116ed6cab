import { useEffect, useRef, useState } from "react";
import { live } from "../app.ts";

export interface Activity {
  readonly active: boolean;
  readonly lastActivityTime: number | null;
}

/** The activity of the devices in view, as it changes; what left the view is no longer watched. */
export function useLiveActivity(deviceIds: readonly string[]): ReadonlyMap<string, Activity> {
  const [activities, setActivities] = useState<ReadonlyMap<string, Activity>>(new Map());
  const watched = useRef(new Map<string, () => void>());
  const wanted = deviceIds.join();
  useEffect(() => {
    const ids = new Set(wanted === "" ? [] : wanted.split(","));
    for (const [id, stop] of watched.current) {
      if (ids.has(id)) continue;
      stop();
      watched.current.delete(id);
    }
    for (const id of ids) {
      if (watched.current.has(id)) continue;
      const stop = live.subscribe(
        { deviceId: id, activity: true },
        ({ activity }) => activity && setActivities((before) => new Map(before).set(id, activity)),
        () => setActivities((before) => without(before, id)), // what was read from the server counts again
      );
      watched.current.set(id, stop);
    }
  }, [wanted]);
  useEffect(() => {
    const { current } = watched;
    return () => {
      for (const stop of current.values()) stop();
      current.clear();
    };
  }, []);
  return activities;
}

function without(activities: ReadonlyMap<string, Activity>, id: string): ReadonlyMap<string, Activity> {
  const rest = new Map(activities);
  rest.delete(id);
  return rest;
}
