import type { AlarmInfoRecord } from "@heliograph/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { live } from "../../app.ts";
import { unhurried } from "../../live/unhurried.ts";

/** What follows from many changes is read so often, not more. */
const readEveryMs = 1_000;

export interface LiveAlarms {
  /** As they are now, of those that changed since the list was read. */
  readonly changed: ReadonlyMap<string, AlarmInfoRecord>;
  /** Raised since the list was read, and not in it. */
  readonly fresh: readonly AlarmInfoRecord[];
  /** The list is read again: what waited is in it. */
  readonly forget: () => void;
}

/** The list does not jump under the pointer: what changes is told in its row, what is new waits to be asked for [ALM4]. */
export function useLiveAlarms(
  shown: readonly AlarmInfoRecord[],
  fits: (alarm: AlarmInfoRecord) => boolean,
): LiveAlarms {
  const client = useQueryClient();
  const [changed, setChanged] = useState<ReadonlyMap<string, AlarmInfoRecord>>(new Map());
  useEffect(() => {
    const again = unhurried(readEveryMs, (key) => client.invalidateQueries({ queryKey: [key] }));
    let isFirst = true;
    const stop = live.watchAlarms(({ type, alarms = [] }) => {
      if (type === "state" && !isFirst) again.ask("alarms");
      isFirst = false;
      if (alarms.length === 0) return;
      setChanged((before) => new Map([...before, ...alarms.map((alarm) => [alarm.id.id, alarm] as const)]));
      for (const key of ["alarm-counts", "alarm-comments"]) again.ask(key);
    });
    return () => {
      stop();
      again.stop();
    };
  }, [client]);
  const known = useRef<ReadonlySet<string>>(new Set());
  known.current = new Set(shown.map(({ id }) => id.id));
  const newest = Math.max(0, ...shown.map(({ createdTime }) => createdTime));
  const isFresh = (alarm: AlarmInfoRecord) =>
    !known.current.has(alarm.id.id) && alarm.createdTime >= newest && fits(alarm);
  return {
    changed,
    fresh: [...changed.values()].filter(isFresh),
    forget: () => setChanged(new Map()),
  };
}
